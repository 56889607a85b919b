import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskHosts, taskSteps } from "@/db/schema/task-events";
import { tasks } from "@/db/schema/tasks";
import { AppError, found, invalid } from "@/lib/operation/errors";
import { STATE_LETTERS } from "@/lib/protocol/events";
import { isFinal } from "@/lib/protocol/status";
import { NewTaskInput } from "@/lib/task/schema";
import type { RerunInput } from "@/lib/task/schema/events";
import { createTask } from "@/lib/task/start/create";
import type { Trigger } from "@/lib/task/start/new-task";
import type { TaskRow } from "@/lib/task/transition";

type Of = { projectId: number; taskId: number } & RerunInput;

/** One argument of a program must not be longer; Linux allows 128 kB. */
const MAX_LIMIT = 100_000;
/** Ansible reads more than a host's name into anything else. */
const PLAIN_NAME = /^[\w][\w.-]*$/;

/** Starts a finished task again on some of its hosts, with everything else as it was. Announce it afterwards. */
export async function rerunOnHosts(tx: Db, { projectId, taskId, hosts }: Of, trigger: Trigger): Promise<TaskRow> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  const task = found(row);
  if (!isFinal(task.status)) throw new AppError("invalid", { key: "taskUnfinished" });
  const chosen = await chooseHosts(tx, task, hosts);
  const { arguments: list, environment, template_id, params, ...rest } = task;
  const input = NewTaskInput.parse({
    ...rest,
    template_id,
    environment,
    arguments: list,
    params,
    limit: "",
    commit_hash: "",
    secret: "",
  });
  return createTask(tx, projectId, { ...input, limit: limitOf(chosen) }, trigger);
}

async function chooseHosts(tx: Db, task: TaskRow, wanted: RerunInput["hosts"]): Promise<string[]> {
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
  const has = (number: number, letter: string) => steps.some(({ states }) => states[number] === letter);
  return new Map(
    hosts.map(({ number, name }) => [
      name,
      failureOf(has(number, STATE_LETTERS.failed), has(number, STATE_LETTERS.unreachable)),
    ]),
  );
}

const failureOf = (failed: boolean, unreachable: boolean) => (unreachable ? "unreachable" : failed ? "failed" : null);

function limitOf(hosts: readonly string[]): string {
  for (const host of hosts) if (!PLAIN_NAME.test(host)) throw invalid("hosts", "limitHostName", { host });
  const limit = hosts.join(",");
  if (limit.length > MAX_LIMIT) throw invalid("hosts", "tooLong", { maximum: MAX_LIMIT });
  return limit;
}
