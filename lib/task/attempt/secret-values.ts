import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import { Masker } from "@/lib/redact/masker";
import { secretsOf } from "@/lib/redact/secrets";
import { UndecryptableError } from "@/lib/secret/seal";
import type { Written } from "@/lib/state/content";
import { hideOutputs, type KeptOutput } from "@/lib/state/rules/outputs";
import { jobOf, ResourceDeletedError } from "@/lib/task/attempt/job";
import { hasAllGiven } from "@/lib/task/compare/secrets";
import type { TaskRow } from "@/lib/task/transition";

/** Finds what the log of the task would mask. Null: nobody can say any more which texts hold its secrets. */
export async function maskerOf(db: Db, task: TaskRow): Promise<Masker | null> {
  // Its secret answers were erased when it ended.
  if (task.end !== null && task.snapshot.secret_answers?.length !== 0) return null;
  try {
    // Where it keeps its state does not matter, and asking would make a credential.
    const job = await jobOf(db, { ...task, state_id: null }, "run");
    // One that was replaced or deleted since is known nowhere any more.
    return (await hasAllGiven(db, job)) ? new Masker(secretsOf(job)) : null;
  } catch (error) {
    if (error instanceof UndecryptableError || error instanceof ResourceDeletedError) return null;
    throw error;
  }
}

/** Also in texts inside of lists and objects. */
export function holdsSecret(masker: Masker | null, value: unknown): boolean {
  if (masker === null) return true;
  const texts = typeof value === "string" ? [value, JSON.stringify(value)] : [JSON.stringify(value ?? null)];
  return texts.some((text) => masker.locate(Buffer.from(text)).spans.length > 0);
}

/** Hides the outputs that contain a secret of the task that wrote the state. */
export async function hideSecrets(db: Db, taskId: number, written: Written): Promise<Written> {
  if (written.outputs.length === 0) return written;
  const [task] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  return { ...written, outputs: withoutSecrets(await maskerOf(db, found(task)), written.outputs) };
}

/** If nobody can say which are secret, none has a value, and a later version may have it again. */
export function withoutSecrets(masker: Masker | null, outputs: readonly KeptOutput[]): KeptOutput[] {
  if (masker === null) return outputs.map(({ name, sensitive }) => ({ name, sensitive }));
  const named = outputs.filter(({ name }) => !holdsSecret(masker, name));
  return hideOutputs(named, ({ value }) => holdsSecret(masker, value));
}
