import { and, asc, eq, gt, inArray, isNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { outbox } from "@/db/schema/outbox";
import { retryDelay } from "@/lib/notification/rules";
import type { Channel, SendReason } from "@/lib/protocol/alert";

/** Longer than any attempt may take: a claim held longer belongs to a node that has crashed. */
const CLAIM_SECONDS = 120;
const GIVE_UP_DAYS = 3;
const KEPT_DAYS = 30;
const BATCH = 1000;

export type Claimed = typeof outbox.$inferSelect;

export type Failure = {
  reason: SendReason;
  detail?: string;
  /** Never retried. */
  final?: boolean;
  /** The receiver's minimum delay before a retry. */
  waitSeconds?: number;
};

const isOpen = and(isNull(outbox.sent_at), isNull(outbox.failed_at));
const isFree = or(isNull(outbox.claimed_until), lte(outbox.claimed_until, sql`now()`));
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Claims up to `limit` due messages of a channel, oldest first; no other node gets them until the claim expires. */
export async function claimDue(db: Db, channel: Channel, limit: number): Promise<Claimed[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.channel, channel), isOpen, isFree, lte(outbox.due_at, sql`now()`)))
    .orderBy(asc(outbox.due_at), asc(outbox.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ claimed_until: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`, tries: sql`${outbox.tries} + 1` })
    // The array is computed once; a subquery might run for every row.
    .where(sql`${outbox.id} = any(array(${due}))`)
    .returning();
  return claimed.sort((a, b) => a.id - b.id);
}

/** Not claimed again in the meantime. */
const isSameClaim = ({ id, tries }: Claimed) => and(eq(outbox.id, id), eq(outbox.tries, tries), isOpen);

/** The receiver was out of order, and did not refuse the message itself or ask for a pause. */
const isOutage = or(
  inArray(outbox.reason, ["unreachable", "timed_out"]),
  inArray(outbox.detail, ["HTTP 502", "HTTP 503", "HTTP 504"]),
);

/** Those that an outage of the channel has kept back are due now, before newer ones. */
export async function recordSent(db: Db, claimed: Claimed): Promise<void> {
  const sent = { sent_at: sql`now()`, claimed_until: null, reason: null, detail: null };
  await db.update(outbox).set(sent).where(isSameClaim(claimed));
  await db
    .update(outbox)
    .set({ due_at: outbox.created })
    .where(and(eq(outbox.channel, claimed.channel), isOpen, gt(outbox.due_at, sql`now()`), isOutage));
}

/** Schedules the next attempt, or gives up after the last. */
export async function recordFailure(db: Db, claimed: Claimed, failure: Failure): Promise<void> {
  const pause = Math.max(retryDelay(claimed.tries), failure.waitSeconds ?? 0);
  const late = sql`case when ${outbox.created} < ${daysAgo(GIVE_UP_DAYS)} then now() end`;
  await db
    .update(outbox)
    .set({
      claimed_until: null,
      reason: failure.reason,
      detail: failure.detail ?? null,
      due_at: sql`now() + make_interval(secs => ${pause})`,
      failed_at: failure.final ? sql`now()` : late,
    })
    .where(isSameClaim(claimed));
}

/** Gives up messages of channels that are no longer set up, and deletes old ones. */
export async function tidyOutbox(db: Db, configured: Channel[]): Promise<void> {
  await db
    .update(outbox)
    .set({ failed_at: sql`now()`, reason: "not_configured", detail: null })
    .where(
      and(
        isOpen,
        isFree,
        lt(outbox.created, daysAgo(GIVE_UP_DAYS)),
        configured.length > 0 ? notInArray(outbox.channel, configured) : undefined,
      ),
    );
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.created, daysAgo(KEPT_DAYS)))
    .limit(BATCH);
  await db.delete(outbox).where(inArray(outbox.id, old));
}
