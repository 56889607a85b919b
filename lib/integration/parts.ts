import { and, asc, desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { integrationMatchers, integrations, integrationValues } from "@/db/schema/integrations";
import type { ExtractValue, Matcher, MatcherInput, ValueInput } from "@/lib/integration/schema";
import { isIntegration } from "@/lib/integration/store";
import { foundParts } from "@/lib/operation/errors";

// Matchers and extracted values. Callers check first that the integration belongs to the project.

const isMatcher = (integrationId: number, id: number) =>
  and(eq(integrationMatchers.integration_id, integrationId), eq(integrationMatchers.id, id));
const isValue = (integrationId: number, id: number) =>
  and(eq(integrationValues.integration_id, integrationId), eq(integrationValues.id, id));

export async function listMatchers(db: Db, projectId: number, integrationId: number): Promise<Matcher[]> {
  const rows = await db
    .select({ part: integrationMatchers })
    .from(integrations)
    .leftJoin(integrationMatchers, eq(integrationMatchers.integration_id, integrations.id))
    .where(isIntegration(projectId, integrationId))
    .orderBy(asc(integrationMatchers.id));
  return foundParts(rows);
}

export async function getMatcher(db: Db, integrationId: number, id: number): Promise<Matcher | null> {
  const [row] = await db.select().from(integrationMatchers).where(isMatcher(integrationId, id));
  return row ?? null;
}

export async function insertMatcher(db: Db, integrationId: number, input: MatcherInput): Promise<Matcher> {
  const { id: _id, ...values } = input;
  return onlyRow(
    await db
      .insert(integrationMatchers)
      .values({ ...values, integration_id: integrationId })
      .returning(),
  );
}

/** Returns the id, or null if the integration has no such matcher. */
export async function updateMatcher(
  db: Db,
  integrationId: number,
  id: number,
  input: MatcherInput,
): Promise<number | null> {
  const { id: _id, integration_id: _integration, ...values } = input;
  const [row] = await db
    .update(integrationMatchers)
    .set(values)
    .where(isMatcher(integrationId, id))
    .returning({ id: integrationMatchers.id });
  return row?.id ?? null;
}

/** Returns the deleted matcher's name, or null if there was none. */
export async function deleteMatcher(db: Db, integrationId: number, id: number): Promise<string | null> {
  const [row] = await db
    .delete(integrationMatchers)
    .where(isMatcher(integrationId, id))
    .returning({ name: integrationMatchers.name });
  return row?.name ?? null;
}

export async function listValues(
  db: Db,
  projectId: number,
  integrationId: number,
  order: "asc" | "desc" = "asc",
): Promise<ExtractValue[]> {
  const rows = await db
    .select({ part: integrationValues })
    .from(integrations)
    .leftJoin(integrationValues, eq(integrationValues.integration_id, integrations.id))
    .where(isIntegration(projectId, integrationId))
    .orderBy((order === "desc" ? desc : asc)(integrationValues.name), asc(integrationValues.id));
  return foundParts(rows);
}

export async function getValue(db: Db, integrationId: number, id: number): Promise<ExtractValue | null> {
  const [row] = await db.select().from(integrationValues).where(isValue(integrationId, id));
  return row ?? null;
}

/** The same, for a change of some of its fields. */
export async function lockValue(tx: Db, integrationId: number, id: number): Promise<ExtractValue | null> {
  const [row] = await tx.select().from(integrationValues).where(isValue(integrationId, id)).for("update");
  return row ?? null;
}

export async function insertValue(db: Db, integrationId: number, input: ValueInput): Promise<ExtractValue> {
  const { id: _id, ...values } = input;
  return onlyRow(
    await db
      .insert(integrationValues)
      .values({ ...values, integration_id: integrationId })
      .returning(),
  );
}

export async function updateValue(db: Db, integrationId: number, id: number, input: ValueInput): Promise<void> {
  const { id: _id, integration_id: _integration, ...values } = input;
  await db.update(integrationValues).set(values).where(isValue(integrationId, id));
}

/** Returns the deleted value's name, or null if there was none. */
export async function deleteValue(db: Db, integrationId: number, id: number): Promise<string | null> {
  const [row] = await db
    .delete(integrationValues)
    .where(isValue(integrationId, id))
    .returning({ name: integrationValues.name });
  return row?.name ?? null;
}
