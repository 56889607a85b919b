import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskHosts, taskSteps } from "@/db/schema/task-events";
import { tasks } from "@/db/schema/tasks";
import { AppError, found, invalid } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { STATE_LETTERS } from "@/lib/protocol/events";
import { isFinal } from "@/lib/protocol/status";
import { MASK } from "@/lib/redact/masker";
import { readTests } from "@/lib/task/results/tests";
import { lacksBuild } from "@/lib/task/rules";
import { NewTaskInput, StoredAnswers } from "@/lib/task/schema";
import type { RerunInput } from "@/lib/task/schema/events";
import { createTask } from "@/lib/task/start/create";
import { checkGivenAgain, secretsToGive } from "@/lib/task/start/given-again";
import type { Trigger } from "@/lib/task/start/new-task";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

type Of = { projectId: number; taskId: number };
type Hosts = Extract<RerunInput, { hosts: unknown }>["hosts"];

/** In bytes: an argument or a variable of a program must not be longer. Linux allows 128 kB. */
const MAX_LENGTH = 100_000;
/** Ansible reads more than a host's name into anything else. */
const PLAIN_NAME = /^[\w][\w.-]*$/;

/** Starts a finished task again for a part of what it did, with everything else as it was. Announce it afterwards. */
export async function rerun(tx: Db, of: Of, part: RerunInput, trigger: Trigger): Promise<TaskRow> {
  const task = await readFinished(tx, of);
  const { secret } = part;
  if ("tests" in part)
    return repeat(tx, task, { limit: task.limit, secret }, { ...trigger, failedTests: await failedTests(tx, task) });
  return repeat(tx, task, { limit: limitOf(await chooseHosts(tx, task, part.hosts)), secret }, trigger);
}

async function readFinished(tx: Db, { projectId, taskId }: Of): Promise<TaskRow> {
  const [row] = await tx.select().from(tasks).where(isTaskOf(projectId, taskId));
  const task = found(row);
  if (!isFinal(task.status)) throw new AppError("invalid", { key: "taskUnfinished" });
  return task;
}

type Changes = { limit: string; secret: string };

async function repeat(tx: Db, task: TaskRow, { limit, secret }: Changes, trigger: Trigger): Promise<TaskRow> {
  if (lacksBuild(task)) throw invalid("build_task_id", "buildDeleted");
  const { arguments: list, environment, template_id, params, ...rest } = task;
  const sent = { ...rest, template_id, arguments: list, params, limit: "", commit_hash: "", secret };
  const input = { ...parse(NewTaskInput, sent), environment: parse(StoredAnswers, environment) };
  checkGivenAgain(await secretsToGive(tx, task, trigger), task.snapshot.secret_answers ?? null, input.secret);
  return createTask(tx, task.project_id, { ...input, limit }, { ...trigger, repeats: true });
}

/** Each name once, as test runners select by it. */
async function failedTests(tx: Db, { id, project_id, results }: TaskRow): Promise<string[]> {
  const tests = results.includes("tests") ? (await readTests(tx, project_id, id)).tests : [];
  const failed = tests.flatMap(({ state, name }) =>
    state === "failed" ? [name.replaceAll(/[\r\n]+/g, " ").trim()] : [],
  );
  const names = new Set(failed.filter((name) => name !== ""));
  if (names.size === 0) throw invalid("tests", "noFailedTests");
  // The runner leaves out masked ones, and says so.
  if ([...names].every((name) => name.includes(MASK))) throw invalid("tests", "noNamedTests");
  if (Buffer.byteLength([...names].join("\n")) > MAX_LENGTH) throw invalid("tests", "tooLong", { maximum: MAX_LENGTH });
  return [...names];
}

async function chooseHosts(tx: Db, task: TaskRow, wanted: Hosts): Promise<string[]> {
  const ran = await hostsOf(tx, task);
  const chosen = Array.isArray(wanted)
    ? wanted.filter((name) => ran.has(name))
    : [...ran].flatMap(([name, ended]) =>
        (wanted === "any_failure" ? ended !== null : ended === wanted) ? [name] : [],
      );
  if (chosen.length === 0 || (Array.isArray(wanted) && chosen.length < wanted.length))
    throw invalid("hosts", "noSuchHosts");
  return chosen;
}

/** What a host has failed with, by its name; null: nothing. From its results, or from the counts of older runners. */
async function hostsOf(tx: Db, task: TaskRow): Promise<Map<string, "failed" | "unreachable" | null>> {
  if (!task.results.includes("events"))
    return new Map(
      (task.hosts ?? []).map(({ host, failed, unreachable }) => [host, failureOf(failed > 0, unreachable > 0)]),
    );
  const steps = await tx.select({ states: taskSteps.states }).from(taskSteps).where(eq(taskSteps.task_id, task.id));
  const hosts = await tx.select().from(taskHosts).where(eq(taskHosts.task_id, task.id)).orderBy(taskHosts.number);
  const [failed, unreachable] = [new Set<number>(), new Set<number>()];
  for (const { states } of steps)
    for (const { 0: letter, index } of states.matchAll(FAILURES))
      (letter === STATE_LETTERS.failed ? failed : unreachable).add(index);
  return new Map(hosts.map(({ number, name }) => [name, failureOf(failed.has(number), unreachable.has(number))]));
}

const FAILURES = new RegExp(`[${STATE_LETTERS.failed}${STATE_LETTERS.unreachable}]`, "g");
const failureOf = (failed: boolean, unreachable: boolean) => (unreachable ? "unreachable" : failed ? "failed" : null);

function limitOf(hosts: readonly string[]): string {
  for (const host of hosts) if (!PLAIN_NAME.test(host)) throw invalid("hosts", "limitHostName", { host });
  const limit = hosts.join(",");
  if (Buffer.byteLength(limit) > MAX_LENGTH) throw invalid("hosts", "tooLong", { maximum: MAX_LENGTH });
  return limit;
}
