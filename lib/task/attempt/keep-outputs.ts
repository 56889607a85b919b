import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { TaskOutput } from "@/lib/protocol/outputs";
import type { AttemptRef } from "@/lib/protocol/runner";
import { Masker } from "@/lib/redact/masker";
import { secretsOf } from "@/lib/redact/secrets";
import { seal, UndecryptableError } from "@/lib/secret/seal";
import { jobOf } from "@/lib/task/attempt/begin";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { noteResult } from "@/lib/task/results";
import { outputPlace } from "@/lib/task/results/outputs";
import type { TaskRow } from "@/lib/task/transition";

/** Stores the outputs of an attempt that goes on, in place of earlier ones. Null: nothing to announce. */
export async function keepOutputs(
  tx: Db,
  runnerId: number,
  ref: AttemptRef,
  outputs: TaskOutput[],
): Promise<TaskRow | null> {
  await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, ref.task_id));
  const masker = await maskerOf(tx, found(task));
  const named = new Map(outputs.map((output) => [output.name, output]));
  const kept = [...named.values()].filter(({ name }) => !masker || !holdsSecret(masker, name));
  const ids = await nextIds(tx, kept.length);
  const rows = kept.map(({ name, value, secret }, index) => {
    const [id, text] = [ids[index] ?? 0, JSON.stringify(value)];
    const isSecret =
      secret || !masker || holdsSecret(masker, text) || (typeof value === "string" && holdsSecret(masker, value));
    return { id, task_id: ref.task_id, name, ...(isSecret ? { secret: seal(text, outputPlace(id)) } : { value }) };
  });
  await tx.delete(taskOutputs).where(eq(taskOutputs.task_id, ref.task_id));
  if (rows.length === 0) return null;
  await tx.insert(taskOutputs).overridingSystemValue().values(rows);
  return noteResult(tx, ref.task_id, "outputs");
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

const holdsSecret = (masker: Masker, text: string): boolean => masker.locate(Buffer.from(text)).spans.length > 0;
