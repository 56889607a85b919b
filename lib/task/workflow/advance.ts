import type { Db } from "@/db/client";
import { notifyAtCommit } from "@/db/notify";
import { isOneOf } from "@/db/one-of";
import { workflowRuns } from "@/db/schema/workflows";
import { isFinal } from "@/lib/protocol/status";
import { taskChanged } from "@/lib/task/announce";
import { endTasksAlone } from "@/lib/task/attempt/end-alone";
import { autorun, isGoodBuild } from "@/lib/task/start/autorun";
import { lockSuccessors } from "@/lib/task/start/lock-templates";
import { isRun, type TaskRow } from "@/lib/task/transition";
import { alertApprovers } from "@/lib/task/workflow/approvers";
import { beginNodes } from "@/lib/task/workflow/begin-nodes";
import { countEnded } from "@/lib/task/workflow/items";
import { changeNode, lockRuns, type Run, type RunRow, readRun, saveNodes, statesOf } from "@/lib/task/workflow/run";
import { settleNodes } from "@/lib/task/workflow/settle-nodes";
import { type Fresh, MOST_AT_ONCE, startItems } from "@/lib/task/workflow/start-items";
import { conditionsOf } from "@/lib/task/workflow/values";
import { openWaiting } from "@/lib/task/workflow/waiting-runs";
import { type Decision, decide } from "@/lib/workflow/rules/decide";

/*
 * The engine of workflows. Code that ends a task, starts a run or finds that something is due calls advanceRuns in the same
 * transaction, so there is no moment at which a crash could lose a step or do it twice.
 * run            a locked run and its nodes; lockRuns comes after all locks of the run's tasks, inner runs before outer ones
 * items          what a node runs, once or for each item of its matrix; each end counts once
 * settle-nodes   ends nodes whose items, time or chance are over
 * begin-nodes    begins those that lib/workflow/rules/decide names
 * start-items    starts their tasks, as far as limits allow
 * waiting-runs   opens runs that waited for an earlier one of their workflow
 */

/** Runs to look at, each with its tasks that have just ended. */
type Agenda = Map<number, TaskRow[]>;

/** What has changed: tasks that ended, and runs to look at. */
type Changed = { ended?: readonly TaskRow[]; runs?: readonly number[] };

/** Does what follows from a change, until nothing follows any more. What it starts and ends is announced with the commit. */
export async function advanceRuns(tx: Db, { ended = [], runs = [] }: Changed): Promise<void> {
  const agenda: Agenda = new Map(runs.map((id) => [id, []]));
  const news: News[] = [];
  for (let over = [...ended]; ; over = []) {
    addParents(agenda, over);
    while (agenda.size > 0) over.push(...(await advanceInnermost(tx, agenda, news)));
    if (over.length === 0) break;
    // Only now, because it locks templates, and other transactions lock those after their runs.
    const started = await startSuccessors(tx, over);
    addRuns(agenda, started);
    news.push(...started);
  }
  await notifyAtCommit(tx, news.flatMap(taskChanged));
}

type News = Parameters<typeof taskChanged>[0];

function addParents(agenda: Agenda, ended: readonly TaskRow[]): void {
  for (const task of ended) {
    const run = task.parent_task_id;
    if (run !== null) agenda.set(run, [...(agenda.get(run) ?? []), task]);
  }
}

function addRuns(agenda: Agenda, started: readonly TaskRow[]): void {
  for (const task of started) if (isRun(task) && task.status === "running") agenda.set(task.id, []);
}

/** The deploys of builds that succeeded, and the runs that waited for those that have ended. */
async function startSuccessors(tx: Db, ended: readonly TaskRow[]): Promise<TaskRow[]> {
  const builds = ended.filter(isGoodBuild);
  // Also those that never began: while they were locked to be cancelled, nobody opened them, nor the next ones.
  const runs = ended.filter(isRun);
  const locked = await lockSuccessors(tx, { builds: templatesOf(builds), workflows: templatesOf(runs) });
  const started: TaskRow[] = [];
  for (const build of builds) started.push(...(await autorun(tx, build)));
  return [...started, ...(await openWaiting(tx, locked))];
}

const templatesOf = (rows: readonly TaskRow[]): number[] => rows.map(({ template_id }) => template_id);

/** Returns the runs that this ends. */
async function advanceInnermost(tx: Db, agenda: Agenda, news: News[]): Promise<TaskRow[]> {
  const over: TaskRow[] = [];
  for (const { row, ended } of await takeInnermost(tx, agenda)) {
    const { run, started, closed } = await advance(tx, row, ended);
    addRuns(agenda, started);
    addParents(agenda, closed);
    over.push(...closed);
    news.push(...started, ...(closed.length > 0 ? closed : [{ ...run.task, runner_id: null }]));
  }
  return over;
}

/** Locks the runs that lie deepest in others: an outer run may have to wait for the end of an inner one. */
async function takeInnermost(tx: Db, agenda: Agenda) {
  const ids = await innermost(tx, [...agenda.keys()]);
  const rows = await lockRuns(tx, ids);
  const taken = rows.map((row) => ({ row, ended: agenda.get(row.task_id) ?? [] }));
  for (const id of ids) agenda.delete(id);
  return taken;
}

async function innermost(tx: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 1) return ids;
  const { task_id, depth } = workflowRuns;
  const rows = await tx.select({ task_id, depth }).from(workflowRuns).where(isOneOf(task_id, ids));
  // All were deleted meanwhile.
  if (rows.length === 0) return ids;
  const deepest = Math.max(...rows.map((row) => row.depth));
  return rows.filter((row) => row.depth === deepest).map((row) => row.task_id);
}

type Advanced = { run: Run; started: TaskRow[]; closed: TaskRow[] };

async function advance(tx: Db, row: RunRow, ended: readonly TaskRow[]): Promise<Advanced> {
  const run = await readRun(tx, row);
  const isAtWork = run.task.status !== "waiting" || run.stopping !== null;
  if (isFinal(run.task.status) || !isAtWork) return { run, started: [], closed: [] };
  await countEnded(tx, run, ended);
  const { result, started } = await proceed(tx, run);
  await alertApprovers(tx, run);
  await saveNodes(tx, run);
  return { run, started, closed: result ? await close(tx, run, result) : [] };
}

async function proceed(tx: Db, run: Run): Promise<{ result: Decision["result"]; started: TaskRow[] }> {
  const started: TaskRow[] = [];
  for (;;) {
    const { result, fresh } = await beginReady(tx, run);
    const { tasks, refused } = await startItems(tx, run, fresh, MOST_AT_ONCE - started.length);
    started.push(...tasks);
    // A task that cannot start may be the end of its node.
    if (refused === 0) return { result, started };
  }
}

/** What has just begun may be over at once, such as a wait of no time. */
async function beginReady(tx: Db, run: Run): Promise<{ result: Decision["result"]; fresh: Fresh }> {
  const fresh: Fresh = new Map();
  for (;;) {
    await settleNodes(tx, run);
    const { start, end, result } = decide(run.graph, statesOf(run), await conditionsOf(tx, run), run.stopping);
    for (const { key, ...changes } of end) changeNode(run, key, changes);
    if (start.length === 0) return { result, fresh };
    for (const [key, items] of await beginNodes(tx, run, start)) fresh.set(key, items);
  }
}

const ENDS = {
  success: { name: "succeed", reason: null },
  error: { name: "fail", reason: null },
  stopped: { name: "stop", reason: "stopped_by_user" },
} as const;

/** Ends the run; one that never began is cancelled. */
function close(tx: Db, { task }: Run, result: keyof typeof ENDS): Promise<TaskRow[]> {
  const { name, reason } = ENDS[result];
  return endTasksAlone(tx, task.status === "waiting" ? "cancel" : name, { taskId: task.id }, reason);
}
