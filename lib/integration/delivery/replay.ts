import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { integrations } from "@/db/schema/integrations";
import { type Decision, decide, decisionColumns } from "@/lib/integration/delivery/decide";
import { type DeliveryRow, insertDelivery, isCut, pruneDeliveries } from "@/lib/integration/delivery/inbox";
import { listMatchers, listValues } from "@/lib/integration/parts";
import type { ReplayResult } from "@/lib/integration/schema";
import type { IntegrationRow } from "@/lib/integration/store";
import { AppError, found } from "@/lib/operation/errors";
import type { TaskRow } from "@/lib/task/transition";

type Replayed = { result: z.input<typeof ReplayResult>; task: TaskRow | null };

/**
 * Handles a stored delivery again without authentication: the user who replays it is responsible. A dry run stores
 * nothing.
 */
export async function replay(tx: Db, delivery: DeliveryRow, dryRun: boolean): Promise<Replayed> {
  if (isCut(delivery)) throw new AppError("invalid", { key: "deliveryCut" });
  const integration = await integrationOf(tx, delivery);
  const decision = dryRun
    ? await decideDryRun(tx, integration, delivery)
    : await decideAgain(tx, integration, delivery);
  const { task, ...outcome } = decision;
  if (dryRun) return { result: { ...outcome, dry_run: true, delivery_id: null, task_id: null }, task: null };
  const { project_id, integration_id, ip, headers, body, body_bytes } = delivery;
  const delivery_id = await insertDelivery(tx, {
    project_id,
    integration_id,
    ip,
    headers,
    body,
    body_bytes,
    ...decisionColumns(decision),
    replay_of: delivery.id,
  });
  await pruneDeliveries(tx, project_id, true);
  return { result: { ...outcome, dry_run: false, delivery_id, task_id: task?.id ?? null }, task };
}

async function integrationOf(tx: Db, { project_id, integration_id }: DeliveryRow): Promise<IntegrationRow> {
  const [row] = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.project_id, project_id), eq(integrations.id, integration_id ?? 0)));
  return found(row);
}

async function decideAgain(tx: Db, integration: IntegrationRow, delivery: DeliveryRow): Promise<Decision> {
  const matchers = await listMatchers(tx, integration.project_id, integration.id);
  const values = await listValues(tx, integration.project_id, integration.id);
  return decide(tx, integration, delivery, { matchers, values });
}

class Rollback extends Error {
  constructor(readonly decision: Decision) {
    super("dry run");
  }
}

/** Decides in a savepoint and rolls it back, so that a dry run reports what a real one would. */
async function decideDryRun(tx: Db, integration: IntegrationRow, delivery: DeliveryRow): Promise<Decision> {
  try {
    return await tx.transaction(async (savepoint) => {
      throw new Rollback(await decideAgain(savepoint, integration, delivery));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.decision;
    throw error;
  }
}
