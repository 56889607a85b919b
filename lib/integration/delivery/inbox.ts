import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newest } from "@/db/newest";
import { onlyRow } from "@/db/only-row";
import { integrations, webhookDeliveries } from "@/db/schema/integrations";
import { isSecretHeader } from "@/lib/integration/rules";
import { type Delivery, type DeliveryDetail, type DeliveryQuery, DeliveryVerdict } from "@/lib/integration/schema";
import { withDetail } from "@/lib/operation/http/api-texts";
import { beginning, storable } from "@/lib/protocol/storable";

/** How much of a body is kept. */
export const KEPT_BODY = { authenticated: 256 * 1024, unauthenticated: 8 * 1024 } as const;
const KEPT_HEADERS = 100;
const KEPT_HEADER = 1000;
export const HIDDEN = "(hidden)";

/** Deliveries kept per project. Those that no integration accepted are counted separately, so that they push out no others. */
const KEPT = { accepted: 1000, unaccepted: 200 } as const;
type Kind = keyof typeof KEPT;

/** Begins the key of a request that was turned away before any integration looked at it. */
export const DROPPED = "dropped:";

const kindOf = sql<Kind>`case
  when ${webhookDeliveries.outcome} in ('unauthorized', 'unused') then 'unaccepted'
  when starts_with(${webhookDeliveries.delivery_key}, ${DROPPED}) then 'unaccepted'
  else 'accepted' end`;

/** `bytes`: of the body as it would be stored in full, which tells whether it was. */
export type Request = { ip: string; headers: Readonly<Record<string, string>>; body: string; bytes: number };

/** `secretHeaders`: in lower case, those with the secret of an integration that the alias reaches, whatever its project. */
export type Heard = Request & { secretHeaders: readonly string[] };

/** What the server itself adds to a request. */
const isOurs = (name: string): boolean => name.startsWith("x-signalbox-");

/** The stored columns of a request, without its secrets. */
export function keptRequest({ ip, headers, body, bytes, secretHeaders }: Heard, maxBody: number) {
  const kept = Object.entries(headers)
    .filter(([name]) => !isOurs(name))
    .slice(0, KEPT_HEADERS)
    .map(([name, value]): [string, string] => [
      name,
      isSecretHeader(name, secretHeaders) ? HIDDEN : storable(beginning(value, KEPT_HEADER)),
    ]);
  return {
    ip,
    headers: Object.fromEntries(kept),
    body: storable(beginning(body, maxBody)),
    body_bytes: bytes,
  };
}

/** Stores a delivery and returns its id. It takes the place of the project's oldest of its kind. */
export async function recordDelivery(db: Db, values: typeof webhookDeliveries.$inferInsert): Promise<number> {
  const { id, kind } = onlyRow(
    await db.insert(webhookDeliveries).values(values).returning({ id: webhookDeliveries.id, kind: kindOf }),
  );
  await pruneDeliveries(db, values.project_id, kind);
  return id;
}

/** Deletes the project's oldest deliveries of this kind. */
export async function pruneDeliveries(db: Db, projectId: number, kind: Kind): Promise<void> {
  const alike = and(eq(webhookDeliveries.project_id, projectId), sql`${kindOf} = ${kind}`);
  await db.execute(sql`
    delete from ${webhookDeliveries} where ${alike} and ${webhookDeliveries.id} <= (
      select ${webhookDeliveries.id} from ${webhookDeliveries} where ${alike}
      order by ${webhookDeliveries.id} desc offset ${KEPT[kind]} limit 1)`);
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
  issues: webhookDeliveries.issues,
  repeats: webhookDeliveries.repeats,
  task_id: webhookDeliveries.task_id,
  replay_of: webhookDeliveries.replay_of,
  body_bytes: webhookDeliveries.body_bytes,
};

const PAGE = 50;

/** Newest first; `before`: only smaller ids. */
export async function listDeliveries(
  db: Db,
  projectId: number,
  { integration_id, outcome, before, limit = PAGE }: DeliveryQuery,
): Promise<Delivery[]> {
  const { where, order } = newest([[webhookDeliveries.project_id, projectId]], webhookDeliveries.id, { before });
  const rows = await db
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
  return rows.map(withDetail);
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
  if (!row) return null;
  return { ...withDetail(row), verdict: DeliveryVerdict.safeParse(row.verdict).data ?? null, body_cut: isCut(row) };
}

export const isCut = ({ body, body_bytes }: { body: string; body_bytes: number }): boolean =>
  Buffer.byteLength(body) < body_bytes;

/** Whether the stored headers tell what the request had under this name. One that fills its room may have been cut. */
export function isHeaderKept({ headers }: Pick<DeliveryRow, "headers">, name: string): boolean {
  const value = headers[name.toLowerCase()];
  if (value === undefined) return !isOurs(name.toLowerCase()) && Object.keys(headers).length < KEPT_HEADERS;
  return value !== HIDDEN && value.length < KEPT_HEADER;
}

const isDelivery = (projectId: number, deliveryId: number) =>
  and(eq(webhookDeliveries.project_id, projectId), eq(webhookDeliveries.id, deliveryId));
