import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import { Masker } from "@/lib/redact/masker";
import { secretsOf } from "@/lib/redact/secrets";
import { seal, UndecryptableError } from "@/lib/secret/seal";
import { jobOf } from "@/lib/task/attempt/begin";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
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
  const left = (await outputsOfState(tx, task)).filter(({ value }) => holdsSecret(masker, value));
  const outputs = new Map([...left, ...brought].map((output) => [output.name, output]));
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

/** Those of the state that its tool does not call sensitive. They stay there, unless they contain a secret of the run. */
async function outputsOfState(tx: Db, { state_id, workspace }: TaskRow): Promise<Output[]> {
  if (state_id === null) return [];
  const isNewest = and(
    eq(stateVersions.workspace_id, stateWorkspaces.id),
    eq(stateVersions.number, stateWorkspaces.newest),
  );
  const [version] = await tx
    .select({ outputs: stateVersions.outputs })
    .from(stateWorkspaces)
    .innerJoin(stateVersions, isNewest)
    .where(and(eq(stateWorkspaces.state_id, state_id), eq(stateWorkspaces.name, workspace)));
  const outputs = version?.outputs ?? [];
  const plain = outputs.filter(({ sensitive, value }) => !sensitive && value !== undefined);
  return plain.map(({ name, value }) => ({ name, value, secret: true }));
}

/** A sealed text opens in its own row only, whose id has to be known before. */
async function nextIds(tx: Db, count: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('task_outputs', 'id'))::int as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Finds what the log of the task would mask. Null: without their key nobody can say which texts hold its secrets. */
async function maskerOf(tx: Db, task: TaskRow): Promise<Masker | null> {
  try {
    // Where it keeps its state does not matter, and asking would make a credential.
    return new Masker(secretsOf(await jobOf(tx, { ...task, state_id: null }, "run")));
  } catch (error) {
    if (error instanceof UndecryptableError) return null;
    throw error;
  }
}

/** Also in texts inside of lists and objects. */
function holdsSecret(masker: Masker | null, value: unknown): boolean {
  if (masker === null) return true;
  const texts = typeof value === "string" ? [value, JSON.stringify(value)] : [JSON.stringify(value ?? null)];
  return texts.some((text) => masker.locate(Buffer.from(text)).spans.length > 0);
}
