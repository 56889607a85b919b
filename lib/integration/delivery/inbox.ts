import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newest } from "@/db/newest";
import { integrations, webhookDeliveries } from "@/db/schema/integrations";
import { isSecretHeader } from "@/lib/integration/rules";
import { type Delivery, type DeliveryDetail, type DeliveryQuery, DeliveryVerdict } from "@/lib/integration/schema";
import { beginning, storable } from "@/lib/protocol/storable";

/** How much of a body is kept; less for an unauthenticated one. */
const KEPT_BODY = 256 * 1024;
const KEPT_UNAUTHENTICATED_BODY = 8 * 1024;
const KEPT_HEADERS = 100;
const KEPT_HEADER = 1000;
export const HIDDEN = "(hidden)";

/** Deliveries kept per project. Those that no integration accepted are counted separately, so that they push out no others. */
const KEPT = 1000;
const KEPT_UNACCEPTED = 200;

export type Request = { ip: string; headers: Readonly<Record<string, string>>; body: string; bytes: number };

/** The stored columns of a request, without its secrets. */
export function keptRequest({ ip, headers, body, bytes }: Request, secretHeader: string, authenticated: boolean) {
  const kept = Object.entries(headers)
    .filter(([name]) => !name.startsWith("x-signalbox-"))
    .slice(0, KEPT_HEADERS)
    .map(([name, value]): [string, string] => [
      name,
      isSecretHeader(name) || name === secretHeader.toLowerCase() ? HIDDEN : storable(beginning(value, KEPT_HEADER)),
    ]);
  return {
    ip,
    headers: Object.fromEntries(kept),
    body: storable(beginning(body, authenticated ? KEPT_BODY : KEPT_UNAUTHENTICATED_BODY)),
    body_bytes: bytes,
  };
}

export async function insertDelivery(db: Db, values: typeof webhookDeliveries.$inferInsert): Promise<number> {
  const [row] = await db.insert(webhookDeliveries).values(values).returning({ id: webhookDeliveries.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

/** Deletes the project's oldest deliveries of the same kind. */
export async function pruneDeliveries(db: Db, projectId: number, accepted: boolean): Promise<void> {
  const sort = sql`(outcome in ('unauthorized', 'unused') or coalesce(delivery_key ~ '^dropped:', false)) = ${!accepted}`;
  await db.execute(sql`
    delete from ${webhookDeliveries} where project_id = ${projectId} and ${sort} and id <= (
      select id from ${webhookDeliveries} where project_id = ${projectId} and ${sort}
      order by id desc offset ${accepted ? KEPT : KEPT_UNACCEPTED} limit 1)`);
}

const summary = {
  id: webhookDeliveries.id,
  integration_id: webhookDeliveries.integration_id,
  integration_name: integrations.name,
  created: webhookDeliveries.created,
  ip: webhookDeliveries.ip,
  outcome: webhookDeliveries.outcome,
  reason: webhookDeliveries.reason,
  detail: webhookDeliveries.detail,
  repeats: webhookDeliveries.repeats,
  task_id: webhookDeliveries.task_id,
  replay_of: webhookDeliveries.replay_of,
  body_bytes: webhookDeliveries.body_bytes,
};

const PAGE = 50;

/** Newest first; `before`: only smaller ids. */
export function listDeliveries(
  db: Db,
  projectId: number,
  { integration_id, outcome, before, limit = PAGE }: DeliveryQuery,
): Promise<Delivery[]> {
  const { where, order } = newest([[webhookDeliveries.project_id, projectId]], webhookDeliveries.id, { before });
  return db
    .select(summary)
    .from(webhookDeliveries)
    .leftJoin(integrations, eq(integrations.id, webhookDeliveries.integration_id))
    .where(
      and(
        where,
        integration_id === undefined ? undefined : eq(webhookDeliveries.integration_id, integration_id),
        outcome === undefined ? undefined : inArray(webhookDeliveries.outcome, [outcome]),
      ),
    )
    .orderBy(...order)
    .limit(limit);
}

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function getDeliveryRow(db: Db, projectId: number, deliveryId: number): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(webhookDeliveries).where(isDelivery(projectId, deliveryId));
  return row ?? null;
}

export async function getDelivery(db: Db, projectId: number, deliveryId: number): Promise<DeliveryDetail | null> {
  const [row] = await db
    .select({
      ...summary,
      headers: webhookDeliveries.headers,
      body: webhookDeliveries.body,
      verdict: webhookDeliveries.verdict,
    })
    .from(webhookDeliveries)
    .leftJoin(integrations, eq(integrations.id, webhookDeliveries.integration_id))
    .where(isDelivery(projectId, deliveryId));
  return row ? { ...row, verdict: DeliveryVerdict.safeParse(row.verdict).data ?? null, body_cut: isCut(row) } : null;
}

export const isCut = ({ body, body_bytes }: { body: string; body_bytes: number }): boolean =>
  Buffer.byteLength(body) < body_bytes;

const isDelivery = (projectId: number, deliveryId: number) =>
  and(eq(webhookDeliveries.project_id, projectId), eq(webhookDeliveries.id, deliveryId));
