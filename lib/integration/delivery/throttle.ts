import { lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { webhookRates } from "@/db/schema/integrations";
import { AppError } from "@/lib/operation/errors";

/** Requests per minute. An alias without authentication starts tasks for anyone who learns its URL. */
export const LIMITS = { authenticated: 600, open: 120, unknown: 120 } as const;

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** Keys over their limit, and until when, so that a flood does not reach the database. */
const refusedUntil = new Map<string, number>();

/** Fails with 429 while this node knows that the limit is reached. Makes no query. */
export function refuseFlood(key: string): void {
  const until = refusedUntil.get(key);
  if (until === undefined) return;
  if (until > Date.now()) throw tooMany(until);
  refusedUntil.delete(key);
}

/** Counts a request of this minute, across all web nodes; fails with 429 above `limit`. */
export async function countRequest(db: Db, key: string, limit: number): Promise<number> {
  const thisMinute = sql`date_trunc('minute', now())`;
  const { requests, fresh } = onlyRow(
    await db
      .insert(webhookRates)
      .values({ key, minute: thisMinute, requests: 1 })
      .onConflictDoUpdate({
        target: webhookRates.key,
        set: {
          minute: thisMinute,
          requests: sql`case when ${webhookRates.minute} = excluded.minute then ${webhookRates.requests} + 1 else 1 end`,
        },
      })
      .returning({ requests: webhookRates.requests, fresh: sql<boolean>`xmax = 0` }),
  );
  if (fresh) await db.delete(webhookRates).where(lt(webhookRates.minute, sql`now() - interval '1 hour'`));
  if (requests <= limit) return requests;
  const until = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
  if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();
  refusedUntil.set(key, until);
  throw tooMany(until);
}

const tooMany = (until: number) =>
  new AppError("too_many", { retryAfterSeconds: Math.max(1, Math.ceil((until - Date.now()) / 1000)) });
