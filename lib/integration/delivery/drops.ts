import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { webhookDeliveries } from "@/db/schema/integrations";
import { isOpen, listenersOf, secretHeadersOf } from "@/lib/integration/aliases";
import {
  DROPPED,
  type Heard,
  KEPT_BODY,
  keptRequest,
  type Request,
  recordDelivery,
} from "@/lib/integration/delivery/inbox";
import { log } from "@/lib/settings/log";

/** Why a request was turned away before any integration looked at it. */
type DropReason = "too_many_requests" | "body_too_large";

/** `by`: all integrations of the alias, or those without authentication. */
type Drop = { alias: string; request: Request; reason: DropReason; by: "all" | "open" };

const WRITE_EVERY_MS = 5_000;
/** Requests dropped since the last write, by what was dropped. Only aliases that exist get in. */
const uncounted = new Map<string, number>();

/**
 * Records a dropped request for every integration that drops it, as one delivery a minute that counts its repeats. A flood
 * costs one write in five seconds: what comes in between is counted here and written at the end.
 */
export async function recordDrop(db: Db, drop: Drop): Promise<void> {
  const key = `${drop.reason}:${drop.by}:${drop.alias}`;
  const waiting = uncounted.get(key);
  if (waiting !== undefined) return void uncounted.set(key, waiting + 1);
  uncounted.set(key, 0);
  setTimeout(() => {
    const count = uncounted.get(key) ?? 0;
    uncounted.delete(key);
    if (count > 0) void write(db, drop, count);
  }, WRITE_EVERY_MS).unref();
  await write(db, drop, 1);
}

/** The sender's reply does not depend on the record. */
async function write(db: Db, drop: Drop, count: number): Promise<void> {
  try {
    const listeners = await listenersOf(db, drop.alias);
    if (!listeners) return;
    const { projectId, integrations } = listeners;
    const heard = { ...drop, request: { ...drop.request, secretHeaders: secretHeadersOf(listeners) } };
    const dropping = drop.by === "all" ? integrations : integrations.filter(isOpen);
    for (const { id, project_id } of dropping) await writeFor(db, { project_id, integration_id: id }, heard, count);
    if (projectId && integrations.length === 0)
      await writeFor(db, { project_id: projectId, integration_id: null }, heard, count);
  } catch (error) {
    log.warn({ err: error, reason: drop.reason, count }, "dropped webhooks could not be recorded");
  }
}

type Target = { project_id: number; integration_id: number | null };

async function writeFor(
  db: Db,
  target: Target,
  { request, reason }: Pick<Drop, "reason"> & { request: Heard },
  count: number,
): Promise<void> {
  const { project_id, integration_id } = target;
  const delivery_key = `${DROPPED}${reason}:${new Date().toISOString().slice(0, 16)}`;
  const ofIntegration =
    integration_id === null
      ? isNull(webhookDeliveries.integration_id)
      : eq(webhookDeliveries.integration_id, integration_id);
  const counted = await db
    .update(webhookDeliveries)
    .set({ repeats: sql`${webhookDeliveries.repeats} + ${count}` })
    .where(
      and(
        eq(webhookDeliveries.project_id, project_id),
        ofIntegration,
        eq(webhookDeliveries.delivery_key, delivery_key),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  if (counted.length > 0) return;
  await recordDelivery(db, {
    ...target,
    ...keptRequest(request, KEPT_BODY.unauthenticated),
    delivery_key,
    reason,
    repeats: count - 1,
    outcome: "refused",
    verdict: {},
  });
}
