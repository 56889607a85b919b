import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { AttemptRef } from "@/lib/protocol/runner";
import { notice } from "@/runner/daemon/notice";
import { readAttempt, type SavedAttempt, saveAttempt } from "@/runner/job/saved-attempt";
import { discardTree, exists, removeTree } from "@/runner/tree";

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

/** An attempt on the disk of this runner. */
export type StoredAttempt = { workspace: Workspace; saved: SavedAttempt };

/** The longest path in which ansible's and ssh's socket names still fit. */
const MAX_SOCKET_FOLDER = 60;

export const attemptsFolder = (dataDir: string): string => join(dataDir, "attempts");

/** States that the console did not take. */
export const unsentStatesFolder = (dataDir: string): string => join(dataDir, "unsent-states");

export const attemptFolder = (dataDir: string, { task_id, attempt }: AttemptRef): string =>
  join(attemptsFolder(dataDir), `${task_id}-${attempt}`);

/**
 * A fresh directory, readable by the runner's user only. Like all of the runner's own small files, it is made synchronously:
 * a trip through the thread pool costs several times the processor time of the call itself.
 */
export async function createWorkspace(dataDir: string, ref: AttemptRef): Promise<StoredAttempt> {
  const directory = attemptFolder(dataDir, ref);
  await removeTree(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const mark = randomBytes(16).toString("hex");
  const workspace = layOut(directory, mark, socketFolder(directory, mark));
  for (const folder of [workspace.home, workspace.temp, workspace.results, join(workspace.results, "artifacts")])
    mkdirSync(folder, { mode: 0o700 });
  const saved: SavedAttempt = {
    ...ref,
    mark,
    sockets: workspace.sockets,
    status: "working",
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
  saveAttempt(workspace, saved);
  return { workspace, saved };
}

/** The attempts a previous process left behind. */
export async function findStoredAttempts(dataDir: string): Promise<StoredAttempt[]> {
  const found: StoredAttempt[] = [];
  for (const name of await readdir(attemptsFolder(dataDir)).catch(() => [])) {
    const directory = join(attemptsFolder(dataDir), name);
    const saved = await readAttempt(directory);
    if (saved) found.push({ saved, workspace: layOut(directory, saved.mark, saved.sockets) });
    else await discardUnreadable(directory, dataDir);
  }
  return found;
}

/** If an attempt's state.json is missing or damaged, its checkout may hold a state that the console does not have. */
async function discardUnreadable(directory: string, dataDir: string): Promise<void> {
  const { checkout, kept, secrets } = layOut(directory, "", "");
  await discardTree(secrets);
  if (!(await exists(checkout)) && !(await exists(kept))) return discardTree(directory);
  const aside = join(unsentStatesFolder(dataDir), basename(directory));
  try {
    mkdirSync(unsentStatesFolder(dataDir), { recursive: true, mode: 0o700 });
    renameSync(directory, aside);
    notice(`the state.json of ${directory} cannot be read; what its task left, perhaps a state, is now in ${aside}`);
  } catch (error) {
    notice(`the state.json of ${directory} cannot be read, and it could not be moved to ${aside}: ${error}`);
  }
}

export const removeSecrets = (workspace: Workspace): Promise<void> => discardTree(workspace.secrets);

export async function removeWorkspace(workspace: Pick<Workspace, "sockets" | "directory">): Promise<void> {
  await discardTree(workspace.sockets);
  await discardTree(workspace.directory);
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
