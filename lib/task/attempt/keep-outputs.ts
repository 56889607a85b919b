import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { Masker } from "@/lib/redact/masker";
import { seal } from "@/lib/secret/seal";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { holdsSecret, maskerOf, withoutSecrets } from "@/lib/task/attempt/secret-values";
import { noteResult } from "@/lib/task/results";
import { outputPlace } from "@/lib/task/results/outputs";
import type { TaskRow } from "@/lib/task/transition";

type Output = { name: string; value?: unknown; secret: boolean };

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
  const ids = await nextIds(tx, kept.length);
  const rows = kept.map(({ name, value, secret }, index) => {
    const id = ids[index] ?? 0;
    const isSecret = secret || holdsSecret(masker, value);
    const content = isSecret ? { secret: seal(JSON.stringify(value), outputPlace(id)) } : { value };
    return { id, task_id: task.id, name, ...content };
  });
  await tx.insert(taskOutputs).overridingSystemValue().values(rows);
  return noteResult(tx, task.id, "outputs");
}

/** What it found and left may be of somebody who did not know its secrets. */
async function hideInState(tx: Db, { state_id, workspace }: TaskRow, masker: Masker | null): Promise<void> {
  if (state_id === null) return;
  const isNewest = and(
    eq(stateVersions.workspace_id, stateWorkspaces.id),
    eq(stateVersions.number, stateWorkspaces.newest),
  );
  const [version] = await tx
    .select({ id: stateVersions.id, outputs: stateVersions.outputs })
    .from(stateWorkspaces)
    .innerJoin(stateVersions, isNewest)
    .where(and(eq(stateWorkspaces.state_id, state_id), eq(stateWorkspaces.name, workspace)));
  if (!version?.outputs.some(({ value }) => value !== undefined && holdsSecret(masker, value))) return;
  const outputs = withoutSecrets(masker, version.outputs);
  await tx.update(stateVersions).set({ outputs }).where(eq(stateVersions.id, version.id));
}

/** A sealed text opens in its own row only, whose id has to be known before. */
async function nextIds(tx: Db, count: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('task_outputs', 'id'))::int as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}
