import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { idsIn, isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { readTogether } from "@/db/read-together";
import { isLeft, isWorkspace, stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { workflowItems } from "@/db/schema/workflows";
import type { TaskTrigger } from "@/lib/protocol/status";
import type { NodeReason } from "@/lib/protocol/workflow";
import { listOutputs, plainOutputs, readOutputs } from "@/lib/task/results/outputs";
import { inTime } from "@/lib/task/workflow/in-time";
import type { Known, NodeResult, NodeState, Run } from "@/lib/task/workflow/run";
import { hasEnded } from "@/lib/workflow/rules/decide";
import { ExpressionError, type ExpressionValues, evaluateCondition } from "@/lib/workflow/rules/expression";
import { expressionsOf } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge } from "@/lib/workflow/schema";

const nothingOf = ({ node }: NodeState): NodeResult => ({
  outputs: node.kind === "template" && node.matrix ? [] : {},
  version: null,
  commit: null,
  task_id: null,
});

/** What the expressions of a run can name now. */
export async function expressionValues(tx: Db, run: Run): Promise<ExpressionValues> {
  return valuesOf(run, await knownOf(tx, run));
}

async function knownOf(tx: Db, run: Run): Promise<Known> {
  run.known ??= await readKnown(tx, run);
  return run.known;
}

function valuesOf({ task, nodes }: Run, known: Known): ExpressionValues {
  const ended = [...nodes.values()].filter(({ status }) => hasEnded(status));
  return {
    inputs: task.answers,
    nodes: Object.fromEntries(ended.map((state) => [state.key, memberOf(known, state)])),
    run: { id: task.id, user: known.user, trigger: known.trigger, created: task.created },
    tooLarge: known.tooLarge,
  };
}

/** Returns the same object as long as the status is the same, because each object is converted only once. */
function memberOf({ members, results }: Known, state: NodeState) {
  const was = members.get(state.key);
  if (was?.status === state.status) return was;
  const member = { status: state.status, ...(results.get(state.key) ?? nothingOf(state)) };
  members.set(state.key, member);
  return member;
}

async function triggerOf(tx: Db, { id, user_id, schedule_id, integration_id }: Run["task"]): Promise<TaskTrigger> {
  if (user_id !== null) return "user";
  if (schedule_id !== null) return "schedule";
  if (integration_id !== null) return "integration";
  // Otherwise a person started it whose account was deleted.
  return (await isByAutorun(tx, id)) ? "autorun" : "user";
}

/** Whether autorun started it; of nested runs, only the outermost says so. */
async function isByAutorun(tx: Db, runId: number): Promise<boolean> {
  const rows = await tx.execute<{ autorun: boolean }>(sql`
    with recursive runs as (
      select parent_task_id, autorun from ${tasks} where id = ${runId}
      union all
      select run.parent_task_id, run.autorun from runs join ${tasks} run on run.id = runs.parent_task_id)
    select bool_or(autorun) as autorun from runs`);
  return onlyRow(rows).autorun;
}

async function readKnown(tx: Db, run: Run): Promise<Known> {
  const { task, nodes } = run;
  const keys = new Map(
    [...nodes.values()].flatMap(({ key, child_id }) => (child_id === null ? [] : [[child_id, key]])),
  );
  const ids = [...keys.keys()];
  const [matrices, outputs, children, [user], trigger] = await Promise.all([
    matrixOutputs(tx, run),
    listOutputs(tx, ids),
    tx
      .select({ id: tasks.id, version: tasks.version, incoming: tasks.incoming_version, commit: tasks.commit_hash })
      .from(tasks)
      .where(isOneOf(tasks.id, ids)),
    tx
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, task.user_id ?? 0)),
    triggerOf(tx, task),
  ]);
  const results = children.map(({ id, version, incoming, commit }): [string, NodeResult] => [
    keys.get(id) ?? "",
    { outputs: plainOutputs(outputs.get(id) ?? []), version: version ?? incoming, commit, task_id: id },
  ]);
  const lists = [...matrices].flatMap(([key, list]): [string, NodeResult][] =>
    list ? [[key, { outputs: list, version: null, commit: null, task_id: null }]] : [],
  );
  const tooLarge = [...matrices].flatMap(([key, list]) => (list ? [] : key));
  const secrets = new Set([...outputs.values()].flat().flatMap(({ name, secret }) => (secret ? name : [])));
  return {
    results: new Map([...results, ...lists]),
    secrets,
    tooLarge,
    members: new Map(),
    user: user?.username ?? "",
    trigger,
  };
}

/** Whether the conditions of edges are true now; reads nothing for a graph without any. */
export async function conditionsOf(tx: Db, run: Run) {
  if (run.graph.edges.every(({ condition }) => condition === "")) return () => true;
  const known = await knownOf(tx, run);
  return ({ condition }: WorkflowEdge): boolean | { problem: string } => {
    try {
      const values = valuesOf(run, known);
      return inTime(run.time.nodes, () => evaluateCondition(condition, values));
    } catch (error) {
      if (error instanceof ExpressionError) return { problem: aboutSecret(run, error.message) };
      throw error;
    }
  };
}

/** Expressions know nothing of secret outputs, and call them missing, although everybody sees their names. */
export const explained = (run: Run, reason: NodeReason): NodeReason =>
  reason.code === "expression" ? { ...reason, message: aboutSecret(run, reason.message) } : reason;

function aboutSecret({ known }: Run, message: string): string {
  const name = /^No such key: (.+)$/.exec(message)?.[1];
  if (name === undefined || !known?.secrets.has(name)) return message;
  return `${name} is a secret output: it can only be passed on whole, to a secret answer`;
}

/** For all items of a node together: expressions over them have to fit into memory. */
const MOST_BYTES = 4 * 1024 * 1024;
const ITEMS_AT_ONCE = 3_000;
/** If outputs are so large together that they do not fit into memory at once, they are read in smaller parts. */
const MOST_AT_ONCE_BYTES = 4 * MOST_BYTES;
const LARGE_ITEMS_AT_ONCE = 50;

/** What the items of nodes with a matrix gave, for those that expressions of the graph may name. Null: it is too much. */
async function matrixOutputs(
  tx: Db,
  { task, graph, nodes }: Pick<Run, "task" | "graph" | "nodes">,
): Promise<Map<string, unknown[] | null>> {
  const outputs = new Map<string, unknown[] | null>();
  const text = expressionsOf(graph);
  for (const { key, node, status, pending, running } of nodes.values()) {
    const isOver = status !== "pending" && pending + running === 0;
    if (node.kind === "template" && node.matrix && isOver && text.includes(key))
      outputs.set(key, await outputsOf(tx, task.id, key));
  }
  return outputs;
}

/** In the order of the items; null for one that did not succeed. */
async function outputsOf(tx: Db, taskId: number, key: string): Promise<unknown[] | null> {
  const items = await tx
    .select({ status: workflowItems.status, child_id: workflowItems.child_id })
    .from(workflowItems)
    .where(and(eq(workflowItems.task_id, taskId), eq(workflowItems.key, key)))
    .orderBy(asc(workflowItems.number));
  const good = items.map(({ status, child_id }) => (status === "success" ? child_id : null));
  const isLarge = (await storedBytes(tx, idsIn(good))) > MOST_AT_ONCE_BYTES;
  const most = isLarge ? LARGE_ITEMS_AT_ONCE : ITEMS_AT_ONCE;
  const outputs: unknown[] = [];
  let size = 0;
  for (let at = 0; at < good.length; at += most) {
    const ids = good.slice(at, at + most);
    const known = await readOutputs(tx, idsIn(ids));
    const some = ids.map((id) => (id === null ? null : (known.get(id) ?? null)));
    size += Buffer.byteLength(JSON.stringify(some));
    if (size > MOST_BYTES) return null;
    outputs.push(...some);
  }
  return outputs;
}

/** The size of all that `readOutputs` would read of these tasks, of which it may leave out some. */
async function storedBytes(tx: Db, taskIds: readonly number[]): Promise<number> {
  const bytesOf = (column: typeof taskOutputs.value | typeof stateVersions.outputs) =>
    sql<number>`coalesce(sum(octet_length(${column}::text)), 0)`.as("bytes");
  const sizes = await readTogether(tx, {
    brought: tx
      .select({ bytes: bytesOf(taskOutputs.value) })
      .from(taskOutputs)
      .where(isOneOf(taskOutputs.task_id, taskIds)),
    left: tx
      .select({ bytes: bytesOf(stateVersions.outputs) })
      .from(tasks)
      .innerJoin(stateWorkspaces, isWorkspace)
      .innerJoin(stateVersions, isLeft)
      .where(isOneOf(tasks.id, taskIds)),
  });
  return [...sizes.brought, ...sizes.left].reduce((sum, { bytes }) => sum + bytes, 0);
}
