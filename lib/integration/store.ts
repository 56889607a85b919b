import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { integrations } from "@/db/schema/integrations";
import { type Integration, type IntegrationInput, StoredHookTask } from "@/lib/integration/schema";
import { inNaturalOrder } from "@/lib/operation/natural-order";

export type IntegrationRow = typeof integrations.$inferSelect;

/** Omits unknown fields from a restored file. */
const present = (row: IntegrationRow): Integration => ({
  ...row,
  task_params: row.task_params && (StoredHookTask.safeParse(row.task_params).data ?? {}),
});

export async function listIntegrations(
  db: Db,
  projectId: number,
  { order }: { order: "asc" | "desc" },
): Promise<Integration[]> {
  const rows = await db.select().from(integrations).where(eq(integrations.project_id, projectId));
  return inNaturalOrder(rows, order).map(present);
}

export async function getIntegration(db: Db, projectId: number, integrationId: number): Promise<Integration | null> {
  const [row] = await db.select().from(integrations).where(isIntegration(projectId, integrationId));
  return row ? present(row) : null;
}

type Values = Omit<IntegrationInput, "id" | "project_id">;

export async function insertIntegration(db: Db, projectId: number, values: Values): Promise<Integration> {
  const row = onlyRow(
    await db
      .insert(integrations)
      .values({ ...values, project_id: projectId })
      .returning(),
  );
  return present(row);
}

export async function updateIntegration(
  db: Db,
  projectId: number,
  integrationId: number,
  values: Values,
): Promise<void> {
  await db.update(integrations).set(values).where(isIntegration(projectId, integrationId));
}

/** Returns the deleted integration's name, or null if there was none. Deletes its matchers, values and aliases too. */
export async function deleteIntegration(db: Db, projectId: number, integrationId: number): Promise<string | null> {
  const [row] = await db
    .delete(integrations)
    .where(isIntegration(projectId, integrationId))
    .returning({ name: integrations.name });
  return row?.name ?? null;
}

export const isIntegration = (projectId: number, integrationId: number) =>
  and(eq(integrations.project_id, projectId), eq(integrations.id, integrationId));
