import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { workflowRuns } from "@/db/schema/workflows";
import { type StopTarget, stopTargetColumns } from "@/lib/task/stop-target";
import { lockRuns } from "@/lib/task/workflow/run";

/** Tasks with all that they have started as runs, also through other runs. */
export type Family = { runs: number[]; others: StopTarget[] };

/** Only force ends clean-up. */
export async function familyOf(tx: Db, found: readonly StopTarget[], force: boolean): Promise<Family> {
  const members = new Map(found.map((task) => [task.id, task]));
  for (let level = runsIn(found); level.length > 0; ) {
    const children = await unfinishedChildren(tx, level, force);
    for (const child of children) members.set(child.id, child);
    level = runsIn(children);
  }
  const all = [...members.values()];
  return { runs: runsIn(all), others: all.filter(({ isRun }) => !isRun) };
}

const runsIn = (found: readonly StopTarget[]): number[] => found.filter(({ isRun }) => isRun).map(({ id }) => id);

const isCleanUp = sql`jsonb_path_exists(${workflowRuns.graph}, '$.nodes[*] ? (@.key == $key && @.final == true)',
  jsonb_build_object('key', ${tasks.node_key}))`;

const unfinishedChildren = (tx: Db, runIds: number[], force: boolean): Promise<StopTarget[]> =>
  tx
    .select(stopTargetColumns)
    .from(tasks)
    .innerJoin(workflowRuns, eq(workflowRuns.task_id, tasks.parent_task_id))
    .where(and(isOneOf(tasks.parent_task_id, runIds), isUnfinished, force ? undefined : sql`not ${isCleanUp}`));

/** Locks the runs; false if one has started something that is not in the family, whose locks would have come before. */
export async function lockFamily(tx: Db, { runs, others }: Family, force: boolean): Promise<boolean> {
  await lockRuns(tx, runs);
  const known = new Set([...runs, ...others.map(({ id }) => id)]);
  return (await unfinishedChildren(tx, runs, force)).every(({ id }) => known.has(id));
}

/** From now on the runs start nothing but clean-up; those that never began have nothing to clean up. */
export async function markStopping(tx: Db, runIds: number[], force: boolean): Promise<void> {
  const neverBegan = sql`exists (
    select from ${tasks} where ${tasks.id} = ${workflowRuns.task_id} and ${tasks.status} = 'waiting')`;
  const stopping = sql`case when ${neverBegan} then 'kill' else coalesce(${workflowRuns.stopping}, 'stop') end`;
  await tx
    .update(workflowRuns)
    .set({ stopping: force ? "kill" : stopping })
    .where(isOneOf(workflowRuns.task_id, runIds));
}
