import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { runAndUndo } from "@/db/savepoint";
import { integrations } from "@/db/schema/integrations";
import { decide, decisionColumns } from "@/lib/integration/delivery/decide";
import { type DeliveryRow, isCut, isHeaderKept, recordDelivery } from "@/lib/integration/delivery/inbox";
import { listMatchers, listValues } from "@/lib/integration/parts";
import type { ReplayResult } from "@/lib/integration/schema";
import type { IntegrationRow } from "@/lib/integration/store";
import { AppError, found } from "@/lib/operation/errors";
import { withDetail } from "@/lib/operation/http/api-texts";
import type { TaskRow } from "@/lib/task/transition";

type Replayed = { result: z.input<typeof ReplayResult>; task: TaskRow | null };

/**
 * Handles a stored delivery again without authentication: the user who replays it is responsible. A dry run stores
 * nothing.
 */
export async function replay(tx: Db, delivery: DeliveryRow, userId: number, dryRun: boolean): Promise<Replayed> {
  if (isCut(delivery)) throw new AppError("invalid", { key: "deliveryCut" });
  const integration = await integrationOf(tx, delivery);
  const header = (await headersReadBy(tx, integration)).find((name) => !isHeaderKept(delivery, name));
  if (header !== undefined) throw new AppError("invalid", { key: "deliveryHeaderLost", params: { header } });
  const decision = await (dryRun ? decideDryRun : decide)(tx, integration, { ...delivery, replayedBy: userId });
  const { task, ...outcome } = withDetail(decision);
  if (dryRun) return { result: { ...outcome, dry_run: true, delivery_id: null, task_id: null }, task: null };
  const { project_id, integration_id, ip, headers, body, body_bytes } = delivery;
  const delivery_id = await recordDelivery(tx, {
    project_id,
    integration_id,
    ip,
    headers,
    body,
    body_bytes,
    ...decisionColumns(decision),
    replay_of: delivery.id,
  });
  return { result: { ...outcome, dry_run: false, delivery_id, task_id: task?.id ?? null }, task };
}

/** Locked before the template of its task, as where a webhook is delivered. */
async function integrationOf(tx: Db, { project_id, integration_id }: DeliveryRow): Promise<IntegrationRow> {
  const [row] = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.project_id, project_id), eq(integrations.id, integration_id ?? 0)))
    .for("key share");
  return found(row);
}

/** What the rules of the integration depend on; a body is read by its type. */
async function headersReadBy(tx: Db, { project_id, id }: IntegrationRow): Promise<string[]> {
  const matchers = await listMatchers(tx, project_id, id);
  const values = await listValues(tx, project_id, id);
  const places = [
    ...matchers.map(({ match_type: source, key }) => ({ source, key })),
    ...values.map(({ value_source: source, key }) => ({ source, key })),
  ];
  return places.map(({ source, key }) => (source === "header" ? key : "content-type"));
}

/** Decides and undoes it, so that a dry run reports what a real one would. */
const decideDryRun: typeof decide = (tx, integration, delivery) =>
  runAndUndo(tx, (savepoint) => decide(savepoint, integration, delivery));
