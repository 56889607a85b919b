import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { access, chmod, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { errorCode } from "@/lib/process/error-code";
import { type AttemptRef, Facts, Stage } from "@/lib/protocol/runner";
import { TaskReason } from "@/lib/protocol/status-fields";
import { notice } from "@/runner/daemon/notice";
import { TaskProblem } from "@/runner/job/problem";
import { removeIfSmall } from "@/runner/small-tree";

/** Paths of one attempt; nothing outside them is written for it, short socket paths excepted. */
export type Workspace = {
  directory: string;
  /** HOME and TMPDIR of the task's processes. */
  home: string;
  temp: string;
  checkout: string;
  inventoryCheckout: string;
  /** Password files, vars files, known hosts; there only while a process may need them. */
  secrets: string;
  /** For unix sockets, whose paths must stay short; there only for keys and Ansible. */
  sockets: string;
  plan: string;
  /** The reduced plan, until the server has it. */
  unsentPlan: string;
  /** State files that the console keeps, while a program works on them. */
  kept: string;
  spool: string;
  /** The spool of its events. */
  events: string;
  /** What the task's programs leave beside the log. */
  results: string;
  mark: string;
};

export const Outcome = z.object({
  result: z.enum(["success", "error", "stopped"]),
  reason: TaskReason.nullable(),
  exit_code: z.int().nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

/** How the attempt's program comes to its state, and what of it may be left on this disk. */
export const Keeping = z.object({
  /** `http`: the program asks the console itself; `file`: the runner brings it; `elsewhere`: where the code says. */
  mode: z.enum(["http", "file", "elsewhere"]),
  file: z.string().nullable(),
  /** What Terraform writes when its backend fails. */
  errored: z.string().nullable(),
  lock_id: z.string(),
});
export type Keeping = z.infer<typeof Keeping>;

/** What a restarted runner has to know of an attempt; never a secret. */
export const AttemptState = z.object({
  task_id: z.int(),
  attempt: z.int(),
  mark: z.string().regex(/^[0-9a-f]{32}$/),
  sockets: z.string(),
  /** `asking`: the plan is made, the server may not know yet; `ended`: how is known, only the report is missing. */
  state: z.enum(["working", "asking", "waiting", "ended"]),
  outcome: Outcome.nullable(),
  /** Of an attempt that has ended: a log with fewer lines has lost some. */
  lines: z.int().default(0),
  /** Of an attempt that has ended: the outputs that are to be brought, sealed. */
  outputs: z.string().nullable().default(null),
  repository: z.string().nullable(),
  /** Null: there is no state, or it is not decided yet. */
  keeping: Keeping.nullable().default(null),
  /** A program may be writing its state down, which nothing may cut short. */
  saving: z.boolean().default(false),
  stages: z.array(Stage),
  /** What the server may not know yet. */
  facts: Facts.default({}),
  /** The webhook knows that the task started, and not yet that it ended. */
  due_finish: z.object({ project_id: z.int(), template_id: z.int() }).nullable(),
  /** Milliseconds the attempt has run so far, for its time limit. */
  used_ms: z.number(),
});
export type AttemptState = z.infer<typeof AttemptState>;

export type Leftover = { workspace: Workspace; state: AttemptState };

/** The longest path in which ansible's and ssh's socket names still fit. */
const MAX_SOCKET_FOLDER = 60;
const STATE_FILE = "state.json";

export const attemptsFolder = (dataDir: string): string => join(dataDir, "attempts");

export const attemptFolder = (dataDir: string, { task_id, attempt }: AttemptRef): string =>
  join(attemptsFolder(dataDir), `${task_id}-${attempt}`);

/**
 * A fresh directory, readable by the runner's user only. Like all of the runner's own small files, it is made synchronously:
 * a trip through the thread pool costs several times the processor time of the call itself.
 */
export async function createWorkspace(dataDir: string, ref: AttemptRef): Promise<Leftover> {
  const directory = attemptFolder(dataDir, ref);
  await removeTree(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const mark = randomBytes(16).toString("hex");
  const workspace = layOut(directory, mark, socketFolder(directory, mark));
  for (const folder of [workspace.home, workspace.temp, workspace.results, join(workspace.results, "artifacts")])
    mkdirSync(folder, { mode: 0o700 });
  const state: AttemptState = {
    ...ref,
    mark,
    sockets: workspace.sockets,
    state: "working",
    outcome: null,
    lines: 0,
    outputs: null,
    repository: null,
    keeping: null,
    saving: false,
    stages: [],
    facts: {},
    due_finish: null,
    used_ms: 0,
  };
  saveState(workspace, state);
  return { workspace, state };
}

/** Replaces the state file in one step, so that a crash leaves the old or the new one. */
export function saveState(workspace: Workspace, state: AttemptState): void {
  const path = join(workspace.directory, STATE_FILE);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The attempts a previous process left behind. A directory without a readable state is removed. */
export async function findLeftovers(dataDir: string): Promise<Leftover[]> {
  const found: Leftover[] = [];
  for (const name of await readdir(attemptsFolder(dataDir)).catch(() => [])) {
    const directory = join(attemptsFolder(dataDir), name);
    const state = await readState(directory);
    if (state) found.push({ state, workspace: layOut(directory, state.mark, state.sockets) });
    else await discardTree(directory);
  }
  return found;
}

export const removeSecrets = (workspace: Workspace): Promise<void> => discardTree(workspace.secrets);

export async function removeWorkspace(workspace: Pick<Workspace, "sockets" | "directory">): Promise<void> {
  await discardTree(workspace.sockets);
  await discardTree(workspace.directory);
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Also removes what a task made read-only. */
export async function removeTree(path: string): Promise<void> {
  if (removeIfSmall(path)) return;
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async (error) => {
    if (!["EACCES", "EPERM"].includes(errorCode(error))) throw error;
    await unlockFolders(path);
    await remove();
  });
}

/** A task may have left files of another user (a container's root, say): that must not stop the runner. */
export async function discardTree(path: string): Promise<void> {
  await removeTree(path).catch((error) => notice(`${path} could not be removed: ${error}`));
}

function layOut(directory: string, mark: string, sockets: string): Workspace {
  const at = (name: string) => join(directory, name);
  return {
    directory,
    home: at("home"),
    temp: at("tmp"),
    checkout: at("repository"),
    inventoryCheckout: at("inventory"),
    secrets: at("secrets"),
    sockets,
    plan: at("plan"),
    unsentPlan: at("plan.unsent"),
    kept: at("kept"),
    spool: at("spool"),
    events: at("events"),
    results: at("results"),
    mark,
  };
}

/** For unix sockets, inside the directory when its path is short enough; see makePrivate. */
export function socketFolder(directory: string, mark: string): string {
  const inside = join(directory, "s");
  return inside.length > MAX_SOCKET_FOLDER ? join(tmpdir(), `signalbox-${mark.slice(0, 16)}`) : inside;
}

/** Makes a folder for this user alone. One in a place that others share may be theirs: control groups show the marks of tasks. */
export function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const found = lstatSync(folder);
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    if (!isOurs) throw new TaskProblem("workspace_failed", `${folder} belongs to someone else`);
  }
}

async function readState(directory: string): Promise<AttemptState | null> {
  try {
    return AttemptState.parse(JSON.parse(await readFile(join(directory, STATE_FILE), "utf8")));
  } catch {
    // Missing or damaged: without its mark nothing can be done for the attempt; the server notices its silence.
    return null;
  }
}

async function unlockFolders(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlockFolders(join(path, entry.name));
  }
}
