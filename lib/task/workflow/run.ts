import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { RESPONSIBLE, tasks } from "@/db/schema/tasks";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { AppError, found, notFound } from "@/lib/operation/errors";
import { isFinal, type TaskTrigger } from "@/lib/protocol/status";
import type { NodeStatus } from "@/lib/protocol/workflow";
import type { Time } from "@/lib/task/workflow/in-time";
import { hasEnded } from "@/lib/workflow/rules/decide";
import type { WorkflowNode } from "@/lib/workflow/schema";

export type RunRow = typeof workflowRuns.$inferSelect;

const nodeColumns = {
  key: workflowNodes.key,
  status: workflowNodes.status,
  reason: workflowNodes.reason,
  until: workflowNodes.until,
  text: workflowNodes.text,
  pending: workflowNodes.pending,
  running: workflowNodes.running,
  succeeded: workflowNodes.succeeded,
  failed: workflowNodes.failed,
  child_id: workflowNodes.child_id,
  decided_by_id: workflowNodes.decided_by_id,
  note: workflowNodes.note,
  /** Its wait or its deadline is over. */
  isDue: sql<boolean>`coalesce(${workflowNodes.until} <= now(), false)`,
};

type NodeRow = Pick<typeof workflowNodes.$inferSelect, Exclude<keyof typeof nodeColumns, "isDue">> & { isDue: boolean };
/** `was`: its status in the table. */
export type NodeState = NodeRow & { was: NodeStatus; node: WorkflowNode };

const taskColumns = {
  id: tasks.id,
  project_id: tasks.project_id,
  template_id: tasks.template_id,
  status: tasks.status,
  user_id: tasks.user_id,
  responsible_id: RESPONSIBLE,
  schedule_id: tasks.schedule_id,
  integration_id: tasks.integration_id,
  created: tasks.created,
  name: sql<string>`${tasks.snapshot}->'template'->>'name'`,
  answers: sql<Record<string, unknown> | null>`${tasks.snapshot}->'answers'`,
};

/** `outputs`: by name, and of a matrix a list of such for each item. */
export type NodeResult = {
  outputs: Record<string, unknown> | unknown[];
  version: string | null;
  commit: string | null;
  /** Null of a matrix, whose items have tasks of their own. */
  task_id: number | null;
};
/** What nodes gave, by key, those whose outputs are too large, and who started the run. */
export type Known = {
  results: ReadonlyMap<string, NodeResult>;
  /** Names of outputs that expressions cannot have. */
  secrets: ReadonlySet<string>;
  tooLarge: string[];
  /** As expressions have them, of nodes that have ended. */
  members: Map<string, NodeResult & { status: NodeStatus }>;
  /** "" unless a person did whose account exists. */
  user: string;
  trigger: TaskTrigger;
};

/** A run that its transaction has locked. Its nodes change here first, and in the table by `saveNodes`. */
export type Run = Pick<RunRow, "graph" | "depth" | "stopping"> & {
  task: Pick<typeof tasks.$inferSelect, Exclude<keyof typeof taskColumns, "answers" | "name">> & {
    answers: Record<string, unknown>;
    /** Name of its template, as it was. */
    name: string;
  };
  nodes: ReadonlyMap<string, NodeState>;
  changed: Set<string>;
  /** What expressions can name beside the states of nodes, once one asked for it. */
  known: Known | null;
  /** Secret answers by node, once an item has asked: all items of a node have the same. */
  secrets: Map<string, Promise<Record<string, string>>>;
  /** By the database's clock, once a wait or a deadline begins. */
  now: number | null;
  /** Spent on expressions in one look at the run: for conditions and what begins nodes, and for items. */
  time: { nodes: Time; items: Time };
};

/** Inner runs before outer ones, in every transaction, so that no deadlock is possible. */
export const lockRuns = (tx: Db, taskIds: number[]): Promise<RunRow[]> =>
  tx
    .select()
    .from(workflowRuns)
    .where(isOneOf(workflowRuns.task_id, taskIds))
    .orderBy(desc(workflowRuns.depth), workflowRuns.task_id)
    .for("update");

/** Reads what a locked run is at; in a statement of its own, because the one that waits for a lock sees old rows. */
export async function readRun(tx: Db, { task_id, graph, depth, stopping }: RunRow): Promise<Run> {
  const [[row], rows] = await Promise.all([
    tx.select(taskColumns).from(tasks).where(eq(tasks.id, task_id)),
    tx.select(nodeColumns).from(workflowNodes).where(eq(workflowNodes.task_id, task_id)),
  ]);
  const task = found(row);
  const states = new Map(rows.map((node) => [node.key, node]));
  const nodes = graph.nodes.flatMap((node): [string, NodeState][] => {
    const state = states.get(node.key);
    return state ? [[node.key, { ...state, was: state.status, node }]] : [];
  });
  return {
    graph,
    depth,
    stopping,
    known: null,
    secrets: new Map(),
    now: null,
    changed: new Set(),
    time: { nodes: { spent: 0 }, items: { spent: 0 } },
    task: { ...task, answers: task.answers ?? {} },
    nodes: new Map(nodes),
  };
}

/** The run, for a change that a person asks for; fails if it is over. */
export async function lockOpenRun(tx: Db, projectId: number, taskId: number): Promise<Run> {
  const [row] = await lockRuns(tx, [taskId]);
  const run = await readRun(tx, found(row));
  if (run.task.project_id !== projectId) throw notFound();
  if (isFinal(run.task.status)) throw new AppError("conflict", { key: "taskFinished" });
  return run;
}

export const stateOf = (run: Run, key: string): NodeState => found(run.nodes.get(key));

export const statesOf = ({ nodes }: Run): Map<string, NodeStatus> =>
  new Map([...nodes].map(([key, { status }]) => [key, status]));

/** The run and its node, for the activity. */
export const nameOfNode = (run: Run, key: string): string => `${run.task.name}: ${stateOf(run, key).node.name || key}`;

type NodeChanges = Partial<Omit<NodeState, "key" | "was" | "node">>;

/** The only way in which the state of a node changes. */
export function changeNode(run: Run, key: string, changes: NodeChanges): void {
  Object.assign(stateOf(run, key), changes);
  run.changed.add(key);
}

/** Writes the nodes that have changed, with one statement. */
export async function saveNodes(tx: Db, run: Run): Promise<void> {
  if (run.changed.size === 0) return;
  const changes = [...run.changed].map((key) => {
    const { node: _, isDue: __, status, ...state } = stateOf(run, key);
    const begins = state.was === "pending" && status !== "skipped" && state.reason?.code !== "marked_done";
    return { ...state, status, begins, ends: hasEnded(status) };
  });
  const saved = await tx.execute(sql`
    update workflow_nodes set status = new.status, reason = new.reason, text = new.text, until = new.until,
      child_id = new.child_id, decided_by_id = new.decided_by_id, note = new.note,
      pending = new.pending, running = new.running, succeeded = new.succeeded, failed = new.failed,
      start = case when new.begins then now() else workflow_nodes.start end,
      "end" = case when new.ends then coalesce(workflow_nodes."end", now()) end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as new(
      key text, was text, status text, reason jsonb, text text, until timestamptz, child_id int, decided_by_id int,
      note text, pending int, running int, succeeded int, failed int, begins boolean, ends boolean)
    where workflow_nodes.task_id = ${run.task.id} and workflow_nodes.key = new.key and workflow_nodes.status = new.was
    returning workflow_nodes.key`);
  if (saved.length < changes.length) throw new Error(`a node of run ${run.task.id} changed without its lock`);
}
