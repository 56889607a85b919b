import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { workflowItems } from "@/db/schema/workflows";
import { type ItemStatus, itemStatus, type NodeStatus } from "@/lib/protocol/workflow";
import type { TaskRow } from "@/lib/task/transition";
import { changeNode, type Run, stateOf } from "@/lib/task/workflow/run";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowNode } from "@/lib/workflow/schema";

export type Item = Omit<typeof workflowItems.$inferSelect, "task_id">;

/** Whether the node starts nothing more, because its run was asked to stop. */
export const isStopped = ({ stopping }: Run, node: WorkflowNode): boolean =>
  stopping === "kill" || (stopping === "stop" && !isFinalNode(node));

/** Pauses before further tries grow no longer than a week. */
const MAX_PAUSE_SECONDS = 7 * 86_400;

/** Counts tasks that have ended for their items, each once: as ended, or as to be tried again later. */
export async function countEnded(tx: Db, run: Run, ended: readonly TaskRow[]): Promise<void> {
  const ends = ended.map((task) => ({
    key: task.node_key,
    number: task.node_item,
    child_id: task.id,
    status: itemStatus(task.status),
    ...retryOf(run, task),
  }));
  if (ends.length === 0) return;
  const again = sql`${workflowItems.tries} <= ended.retries`;
  const pause = sql`ended.pause * power(ended.growth, ${workflowItems.tries} - 1)`;
  const counted = await tx.execute<{ key: string; status: ItemStatus }>(sql`
    update ${workflowItems} set status = case when ${again} then 'pending' else ended.status end,
      until = case when ${again} then now() + make_interval(secs => least(${pause}, ${MAX_PAUSE_SECONDS})) end
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as ended(
      key text, number int, child_id int, status text, retries int, pause float8, growth float8)
    where ${workflowItems.task_id} = ${run.task.id} and ${workflowItems.key} = ended.key
      and ${workflowItems.number} = ended.number and ${workflowItems.child_id} = ended.child_id
      and ${workflowItems.status} = 'running'
    returning ${workflowItems.key}, ${workflowItems.status}`);
  for (const { key, status } of counted) moveItem(run, key, "running", status);
}

/** How often the item may be tried again after this end. */
function retryOf(run: Run, { node_key, status, reason }: TaskRow) {
  const { node } = stateOf(run, node_key ?? "");
  const retry = node.kind === "template" && status === "error" && !isStopped(run, node) ? node.retry : null;
  const isWorthIt = retry && (retry.reasons.length === 0 || (reason !== null && retry.reasons.includes(reason)));
  return { retries: isWorthIt ? retry.count : 0, pause: retry?.pause_seconds ?? 0, growth: retry?.growth ?? 1 };
}

const COUNTERS = {
  pending: "pending",
  running: "running",
  success: "succeeded",
  failed: "failed",
  stopped: "failed",
} as const;

/** Keeps the counters of its node; an item that is skipped counts nowhere. */
export function moveItem(run: Run, key: string, from: "pending" | "running", to: ItemStatus): void {
  const state = stateOf(run, key);
  changeNode(run, key, { [from]: state[from] - 1 });
  if (to !== "skipped") changeNode(run, key, { [COUNTERS[to]]: state[COUNTERS[to]] + 1 });
}

const ofNode = (run: Run, key: string): SQL | undefined =>
  and(eq(workflowItems.task_id, run.task.id), eq(workflowItems.key, key));

const isPending = eq(workflowItems.status, "pending");

/** The first of the items that may start now. */
export const dueItems = (tx: Db, run: Run, key: string, most: number): Promise<Item[]> =>
  tx
    .select()
    .from(workflowItems)
    .where(and(ofNode(run, key), isPending, or(isNull(workflowItems.until), lte(workflowItems.until, sql`now()`))))
    .orderBy(asc(workflowItems.number))
    .limit(most);

/** Inserts items, and changes those that waited. */
export async function saveItems(tx: Db, run: Run, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ ...item, task_id: run.task.id }));
  await tx.execute(sql`
    insert into ${workflowItems} (task_id, key, number, value, status, tries, until, child_id)
    select task_id, key, number, value, status, tries, until, child_id
    from jsonb_populate_recordset(null::${workflowItems}, ${JSON.stringify(rows)}::jsonb)
    on conflict (task_id, key, number) do update
      set status = excluded.status, tries = excluded.tries, until = excluded.until, child_id = excluded.child_id
      where ${workflowItems.status} = 'pending'`);
}

/** The items that a resumed run has taken over, without those that have another value now. */
export async function keptItems(tx: Db, run: Run, key: string, values: readonly unknown[]): Promise<Set<number>> {
  if (stateOf(run, key).succeeded === 0) return new Set();
  const { number, value } = workflowItems;
  const rows = await tx.select({ number, value }).from(workflowItems).where(ofNode(run, key));
  const changed = rows.filter((row) => !isDeepStrictEqual(row.value, values[row.number])).map((row) => row.number);
  if (changed.length > 0) await tx.delete(workflowItems).where(and(ofNode(run, key), isOneOf(number, changed)));
  return new Set(rows.map((row) => row.number).filter((one) => !changed.includes(one)));
}

/** Starts none of the node's further items: those that were tried have failed. */
export async function skipPending(tx: Db, run: Run, key: string): Promise<void> {
  const skipped = await tx
    .update(workflowItems)
    .set({ status: sql`case when ${workflowItems.tries} = 0 then 'skipped' else 'failed' end`, until: null })
    .where(and(ofNode(run, key), isPending))
    .returning({ status: workflowItems.status });
  for (const { status } of skipped) moveItem(run, key, "pending", status);
}

/** How a node ended whose items have all ended. */
export async function endOfItems(tx: Db, run: Run, key: string): Promise<NodeStatus> {
  if (stateOf(run, key).failed === 0 && run.stopping === null) return "success";
  const has = (statuses: SQL) => sql<boolean>`coalesce(bool_or(${workflowItems.status} in ${statuses}), false)`;
  const [items] = await tx
    .select({ failed: has(sql`('failed')`), stopped: has(sql`('stopped', 'skipped')`) })
    .from(workflowItems)
    .where(ofNode(run, key));
  if (items?.failed) return "failed";
  return items?.stopped ? "stopped" : "success";
}

/** Has further tries that are due wait for a free slot of their node, like first ones: until then the tick can do nothing. */
export async function leaveToSlot(tx: Db, run: Run, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const isDue = lte(workflowItems.until, sql`now()`);
  const ofNodes = and(eq(workflowItems.task_id, run.task.id), isOneOf(workflowItems.key, keys));
  await tx
    .update(workflowItems)
    .set({ until: null })
    .where(and(ofNodes, isPending, isDue));
}

/** Has the tick start the next item of these nodes, in a transaction of its own. */
export async function leaveToTick(tx: Db, run: Run, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.execute(sql`
    update ${workflowItems} set until = now()
    from (select key, min(number) as number from ${workflowItems}
      where task_id = ${run.task.id} and key = any(${sql.param(keys)}) and status = 'pending' and until is null
      group by key) next
    where ${workflowItems.task_id} = ${run.task.id} and ${workflowItems.key} = next.key
      and ${workflowItems.number} = next.number`);
}
