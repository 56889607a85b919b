import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { nextIds } from "@/db/insert-rows";
import { stateVersions } from "@/db/schema/state-versions";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { Masker } from "@/lib/redact/masker";
import { seal } from "@/lib/secret/seal";
import { findWorkspace, type WorkspaceRow } from "@/lib/state/workspaces";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { holdsSecret, maskerOf, withoutSecrets } from "@/lib/task/attempt/secret-values";
import { noteResult } from "@/lib/task/results";
import { outputPlace } from "@/lib/task/results/outputs";
import type { TaskRow } from "@/lib/task/transition";

type Output = { name: string; value?: unknown; secret: boolean };

/** Versions of a state that are looked through with one statement. */
const AT_ONCE = 200;

/** Stores the outputs of an attempt that goes on, in place of earlier ones. Null: nothing to announce. */
export async function keepOutputs(
  tx: Db,
  runnerId: number,
  ref: AttemptRef,
  brought: readonly Output[],
): Promise<TaskRow | null> {
  await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, ref.task_id));
  const task = found(row);
  const masker = await maskerOf(tx, task);
  await hideInState(tx, task, masker);
  const outputs = new Map(brought.map((output) => [output.name, output]));
  await tx.delete(taskOutputs).where(eq(taskOutputs.task_id, task.id));
  const kept = [...outputs.values()].filter(({ name }) => masker === null || !holdsSecret(masker, name));
  if (kept.length === 0) return null;
  const ids = await nextIds(tx, taskOutputs, kept.length);
  const rows = kept.map(({ name, value, secret }, index) => {
    const id = ids[index] ?? 0;
    const isSecret = secret || holdsSecret(masker, value);
    const content = isSecret ? { secret: seal(JSON.stringify(value), outputPlace(id)) } : { value };
    return { id, task_id: task.id, name, ...content };
  });
  await tx.insert(taskOutputs).overridingSystemValue().values(rows);
  return noteResult(tx, task.id, "outputs");
}

/**
 * Hides the task's secrets in all versions of its state: somebody who did not know them may have written one. If they are
 * no longer known, only the newest version can be the task's own.
 */
async function hideInState(tx: Db, { state_id, workspace: name }: TaskRow, masker: Masker | null): Promise<void> {
  const workspace = state_id === null ? null : await findWorkspace(tx, state_id, name);
  if (!workspace) return;
  const first = masker === null ? (workspace.newest ?? workspace.last_number) : 0;
  let shown = await shownFrom(tx, workspace, first);
  for (; shown.length > 0; shown = await shownFrom(tx, workspace, (shown.at(-1)?.last ?? 0) + 1)) {
    const ids = shown.filter(({ value }) => holdsSecret(masker, value)).flatMap(({ ids }) => ids);
    if (ids.length > 0) await hideInVersions(tx, ids, masker);
  }
}

type Shown = { value: unknown; ids: number[]; last: number };

/** The values that the next versions show, each once: with those versions, and the number of the last one. */
async function shownFrom(tx: Db, { id }: WorkspaceRow, number: number): Promise<Shown[]> {
  const rows = await tx.execute<Shown>(sql`
    select output -> 'value' as value, json_agg(id) as ids, max(number) as last
    from (
      select id, number, outputs from ${stateVersions}
      where workspace_id = ${id} and number >= ${number} and jsonb_path_exists(outputs, '$[*].value')
      order by number limit ${AT_ONCE}) versions, jsonb_array_elements(outputs) output
    where output ? 'value' group by 1 order by last`);
  return [...rows];
}

/** Read again, because another task may have hidden its own meanwhile. */
async function hideInVersions(tx: Db, ids: number[], masker: Masker | null): Promise<void> {
  const versions = await tx
    .select({ id: stateVersions.id, outputs: stateVersions.outputs })
    .from(stateVersions)
    .where(inArray(stateVersions.id, ids))
    .orderBy(asc(stateVersions.id))
    .for("no key update");
  for (const { id, outputs } of versions)
    await tx
      .update(stateVersions)
      .set({ outputs: withoutSecrets(masker, outputs) })
      .where(eq(stateVersions.id, id));
}
