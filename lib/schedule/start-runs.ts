import type { Db } from "@/db/client";
import { invalid, issuesOf, toAppError } from "@/lib/operation/errors";
import { storableIssues } from "@/lib/protocol/refusal";
import { alertOfUnstarted } from "@/lib/schedule/alert";
import { type Outcome, recordRuns, schedulesOnRecord } from "@/lib/schedule/history";
import type { ScheduleRow } from "@/lib/schedule/store";
import { taskInput } from "@/lib/schedule/task-params";
import { log } from "@/lib/settings/log";
import type { NewTaskInput } from "@/lib/task/schema";
import { createTasks } from "@/lib/task/start/create";
import type { Started } from "@/lib/task/start/enqueue";
import type { NewTask } from "@/lib/task/start/new-task";
import { fullQueues } from "@/lib/task/start/queue-limit";
import type { TaskRow } from "@/lib/task/transition";

/** A due instant of a schedule; `further` adds to the schedule's own input. */
export type Run = { schedule: ScheduleRow; due: number; further?: Partial<NewTaskInput> };

type RunTask = NewTask & { run: Run };
type Result = Started<{ run: Run }>;

/**
 * Starts the tasks of due instants, at most one per schedule, in the transaction that locks the schedules, and records
 * each outcome. One that cannot start does not block the others. Throws if a retry, or trying one alone, may succeed.
 */
export async function startRuns(tx: Db, runs: Run[]): Promise<TaskRow[]> {
  if (runs.length === 0) return [];
  const done = await schedulesOnRecord(tx, runs.map(instantOf));
  const { ready, unreadable } = newTasks(runs.filter(({ schedule }) => !done.has(schedule.id)));
  const { fitting, refused } = await withinLimit(tx, ready);
  const results = [...unreadable, ...refused, ...(await start(tx, fitting))];
  const outcomes = results.map((result) => ({ ...result.of.run, ...outcomeOf(result) }));
  await alertOfUnstarted(tx, outcomes);
  await recordRuns(
    tx,
    outcomes.map(({ schedule, further: _further, ...outcome }) => ({ scheduleId: schedule.id, ...outcome })),
  );
  return results.flatMap((result) => ("task" in result ? result.task : []));
}

const instantOf = ({ schedule, due }: Run) => ({ scheduleId: schedule.id, due });

function newTasks(runs: Run[]): { ready: RunTask[]; unreadable: Result[] } {
  const ready: RunTask[] = [];
  const unreadable: Result[] = [];
  for (const run of runs) {
    try {
      ready.push({ run, ...newTask(run) });
    } catch (error) {
      unreadable.push({ of: { run }, error });
    }
  }
  return { ready, unreadable };
}

const newTask = ({ schedule, further }: Run): NewTask => ({
  projectId: schedule.project_id,
  input: { ...taskInput(schedule), ...further },
  trigger: { scheduleId: schedule.id, mayManage: true },
  unlessBusy: schedule.overlap === "skip",
});

/** A schedule that is faster than its tasks must not queue them without end. */
async function withinLimit(tx: Db, ready: RunTask[]): Promise<{ fitting: RunTask[]; refused: Result[] }> {
  const queueing = ready.filter(({ unlessBusy }) => !unlessBusy);
  const full = await fullQueues(
    tx,
    "schedules",
    queueing.map(({ projectId, input }) => ({ projectId, templateId: input.template_id })),
  );
  const isRefused = ({ unlessBusy, run }: RunTask) => !unlessBusy && full.has(run.schedule.id);
  const refused = ready.filter(isRefused).map((of) => ({ of, error: invalid("template_id", "queueFull") }));
  return { fitting: ready.filter((task) => !isRefused(task)), refused };
}

/** A database error is recorded for a task that was tried alone; with several, it is unknown which one caused it. */
async function start(tx: Db, tasks: RunTask[]): Promise<Result[]> {
  if (tasks.length === 0) return [];
  try {
    return await tx.transaction((savepoint) => createTasks(savepoint, tasks));
  } catch (error) {
    const [only, ...others] = tasks;
    if (!only || others.length > 0 || toAppError(error).code === "unavailable") throw error;
    return [{ of: only, error }];
  }
}

function outcomeOf(result: Result): Outcome {
  if ("task" in result) return { outcome: "started", task_id: result.task.id };
  if ("busyWith" in result) return { outcome: "skipped", reason: "template_busy", detail: `#${result.busyWith}` };
  const refusal = toAppError(result.error);
  const { id } = result.of.run.schedule;
  const broken = refusal.code === "internal";
  if (broken) log.error({ err: result.error, schedule: id }, "schedule cannot start its task");
  return { outcome: "failed", reason: broken ? "broken" : "refused", issues: storableIssues(issuesOf(refusal)) };
}
