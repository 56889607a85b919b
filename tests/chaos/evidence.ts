import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { markedProcesses } from "@/runner/process/sweep";
import { attemptsFolder } from "@/runner/workspace";
import { tablesWith } from "../support/tables";
import { complaints, readBeside } from "./canary";
import { type Change, changes } from "./changes";
import type { Evidence, TaskEvidence } from "./checker";
import { CAPS, type Site } from "./site";
import { checkStates, type StateRun } from "./state-checker";
import { readWorkspaces } from "./states";
import { checkStreams } from "./stream-checker";
import { readStreams, type StreamEvidence } from "./streams";

const LOOK_MS = 150;
/** These events may happen while the runner is dead; its processes are then only gone when it is back. */
const WITHOUT_RUNNER = new Set(["runner_lost", "runner_restarted"]);

/** Watches command lines, and processes of finished tasks, during the rounds. */
export class Watch {
  readonly leftovers: string[] = [];
  private readonly seen = new Set<number>();
  private readonly leaking = new Set<string>();
  private stopped = false;
  private readonly loop: Promise<void>;

  constructor(private readonly site: Site) {
    this.loop = this.look();
  }

  /** Every place that contains the secret in plaintext; call it at the end. */
  async leaks(): Promise<string[]> {
    const tables = (await tablesWith(this.site.db, this.site.secret)).map((name) => `table ${name}`);
    const files = filesBelow(this.site.folder).filter((file) => readOr(file).includes(this.site.secret));
    return [...this.leaking, ...tables, ...files];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  private async look(): Promise<void> {
    while (!this.stopped) {
      for (const pid of processes()) {
        const line = readOr(`/proc/${pid}/cmdline`);
        if (line.includes(this.site.secret)) this.leaking.add(`a command line: ${line.replaceAll("\0", " ")}`);
      }
      for (const { id, status, reason, end, environment } of (await this.site.api.tasks()) ?? []) {
        if (end === null || this.seen.has(id)) continue;
        this.seen.add(id);
        if (!WITHOUT_RUNNER.has(reason ?? "")) await this.checkGone(id, status, environment);
      }
      await sleep(LOOK_MS);
    }
  }

  private async checkGone(id: number, status: string, environment: string): Promise<void> {
    for (const { mark } of readBeside(this.site.canaries, nameOf(environment)).runs) {
      const left = await markedProcesses(mark);
      if (left.length > 0) this.leftovers.push(`task ${id} is ${status}, and processes ${left} are left`);
    }
  }
}

type Row = {
  id: number;
  template_id: number;
  status: TaskEvidence["status"];
  reason: string | null;
  environment: string;
  exit_code: number | null;
};

/** The evidence about tasks whose canaries' names have this prefix. */
export async function gather(
  site: Site,
  watch: Watch,
  prefix: string,
  promises: Evidence["promises"],
): Promise<Evidence> {
  const rows = await taskRows(site);
  const allChanges = await patiently(() => changes(site.db));
  const ours = rows.filter(({ environment }) => nameOf(environment).startsWith(prefix));
  const tasks = await Promise.all(ours.map((row) => evidenceOf(site, row, allChanges)));
  const ids = new Set(tasks.map(({ id }) => id));
  return {
    tasks,
    changes: allChanges.filter(({ task_id }) => ids.has(task_id)),
    caps: CAPS,
    complaints: complaints(site.canaries),
    promises,
    leaks: tasks.filter(({ log }) => log.join("\n").includes(site.secret)).map(({ id }) => `the log of task ${id}`),
    leftovers: [...watch.leftovers.splice(0), ...(await leftProcesses(tasks)), ...(await leftFiles(site))],
  };
}

const taskRows = (site: Site): Promise<Row[]> =>
  patiently(() =>
    site.db.execute<Row>(sql`
      select tasks.id, template_id, status, reason, environment, exit_code from tasks
      left join task_attempts on task_attempts.task_id = tasks.id and task_attempts.attempt = tasks.attempt
      order by tasks.id`),
  );

/** What is wrong with the states, and with the runs that have this prefix. */
export async function stateViolations(site: Site, prefix: string): Promise<{ runs: StateRun[]; violations: string[] }> {
  const workspaces = await patiently(() => readWorkspaces(site.db, join(site.canaries, "beside")));
  const runs = (await taskRows(site)).flatMap((row): StateRun[] => {
    const template = site.stateTemplates.find(({ id }) => id === row.template_id);
    const name = nameOf(row.environment);
    return template && name.startsWith(prefix) ? [{ ...row, name, workspace: template.workspace }] : [];
  });
  return { runs, violations: checkStates(workspaces, runs) };
}

/** What is wrong with the results and files of the runs that have this prefix. */
export async function streamViolations(
  site: Site,
  prefix: string,
): Promise<{ runs: StreamEvidence[]; violations: string[] }> {
  const rows = (await taskRows(site)).filter(({ environment }) => nameOf(environment).startsWith(prefix));
  const runs = await patiently(() => Promise.all(rows.map((row) => readStreams(site.db, row))));
  const violations = await Promise.all(runs.map((run) => streamProblems(site, run)));
  return { runs, violations: violations.flat() };
}

/** With what the log of the run says about it. */
async function streamProblems({ api }: Site, run: StreamEvidence): Promise<string[]> {
  const found = checkStreams(run);
  if (found.length === 0) return [];
  return [...found, ...(await api.log(run.id)).filter((line) => line.startsWith("signalbox:"))];
}

async function evidenceOf(site: Site, row: Row, allChanges: Change[]): Promise<TaskEvidence> {
  const variables = variablesOf(row.environment);
  return {
    ...row,
    name: variables.canary_name ?? "",
    lock: variables.canary_lock ?? "",
    log: await site.api.log(row.id),
    beside: readBeside(site.canaries, variables.canary_name ?? ""),
    changes: allChanges.filter(({ task_id }) => task_id === row.id),
  };
}

/** The runners are back, so all leftover processes must be gone. */
async function leftProcesses(tasks: TaskEvidence[]): Promise<string[]> {
  const left: string[] = [];
  for (const { id, beside } of tasks) {
    for (const { mark } of beside.runs) {
      for (const pid of await markedProcesses(mark)) left.push(`process ${pid} of task ${id} is left at the end`);
    }
  }
  return left;
}

/** The last task is reported before its files are removed. */
async function leftFiles({ runners }: Site): Promise<string[]> {
  const folders = runners.map(({ dataDir }) => attemptsFolder(dataDir)).filter((folder) => existsSync(folder));
  const left = () => folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (let tries = 0; tries < 50 && left().length > 0; tries++) await sleep(200);
  return left().map((path) => `${path} is left at the end`);
}

const variablesOf = (environment: string): Partial<Record<string, string>> =>
  environment === "" ? {} : JSON.parse(environment);
const nameOf = (environment: string): string => variablesOf(environment).canary_name ?? "";

/** The first connections after a fault may be dead. */
async function patiently<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(250);
    }
  }
}

const processes = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

function readOr(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // It is already gone.
    return "";
  }
}
