import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { forgetRunners } from "@/lib/access/runner-cache";
import { foundRunner } from "@/lib/runner/save";
import type { RegistrationToken } from "@/lib/runner/schema";
import { hashToken, randomToken } from "@/lib/secret/token";

const VALID_HOURS = 24;

/** A token that registers this runner once. Until then, the runner keeps its own. Returns the runner's name as well. */
export async function issueRegistrationToken(db: Db, runnerId: number): Promise<RegistrationToken & { name: string }> {
  const registration_token = randomToken();
  const until = sql`now() + make_interval(hours => ${VALID_HOURS})`;
  const [row] = await db
    .update(runners)
    .set({ registration_hash: hashToken(registration_token), registration_until: until })
    .where(eq(runners.id, runnerId))
    .returning({ name: runners.name, project_id: runners.project_id });
  return { registration_token, runner_id: runnerId, ...foundRunner(row ?? null) };
}

const isRegisteredBy = (token: string) =>
  and(eq(runners.registration_hash, hashToken(token)), gt(runners.registration_until, sql`now()`));

/** Whether a runner waits for this token. */
export async function isRegistrationToken(db: Db, token: string): Promise<boolean> {
  const rows = await db.select({ id: runners.id }).from(runners).where(isRegisteredBy(token));
  return rows.length > 0;
}

type Registered = Partial<typeof runners.$inferInsert> & { token_hash: string };

/** Gives the runner that waits for this token its new one. Returns the runner's name; null if another call was first. */
export async function redeemRegistrationToken(tx: Db, token: string, columns: Registered): Promise<string | null> {
  const [row] = await tx
    .update(runners)
    .set({ ...columns, registration_hash: null, registration_until: null })
    .where(isRegisteredBy(token))
    .returning({ name: runners.name });
  forgetRunners();
  return row?.name ?? null;
}
