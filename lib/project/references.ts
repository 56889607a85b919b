import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { integrations } from "@/db/schema/integrations";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import { AppError, notFound } from "@/lib/operation/errors";
import type { Ref } from "@/lib/operation/refs";

/** An input field that refers to a row of the same project; null if unset. */
export type Reference = { field: string; id: number | null; table: PgTable & { id: PgColumn; project_id: PgColumn } };

/**
 * Fails listing every field whose row is not in the project; missing rows and other projects' rows look the same. None can be
 * deleted until the transaction ends, because not every reference is a foreign key.
 */
export async function requireReferences(
  db: Db,
  projectId: number,
  references: Reference[],
  code: "not_found" | "invalid" = "invalid",
): Promise<void> {
  const given = references.filter(({ id }) => id !== null);
  if (given.length === 0) return;
  const [row] = await db.execute<{ present: boolean[] }>(
    sql`select array[${sql.join(
      given.map((reference) => isPresent(reference, projectId)),
      sql`, `,
    )}] as present`,
  );
  const issues = given
    .filter((_, index) => !row?.present[index])
    .map(({ field }) => ({ path: field, key: "referenceMissing" as const }));
  if (issues.length > 0) throw new AppError(code, { issues });
}

/** Until the transaction ends nothing can come to refer to the row, so its uses can be read. Not found if there is none. */
export async function lockReferences(
  tx: Db,
  projectId: number,
  { table, id }: Omit<Reference, "field">,
): Promise<void> {
  const rows = await tx.execute(
    sql`select from ${table} where ${table.project_id} = ${projectId} and ${table.id} = ${id} for update`,
  );
  if (rows.length === 0) throw notFound();
}

const isPresent = ({ table, id }: Reference, projectId: number): SQL =>
  sql`exists (select from ${table} where ${table.project_id} = ${projectId} and ${table.id} = ${id} for key share)`;

/** The project's schedules that match `condition`; an unnamed one takes its template's name. */
export const scheduleRefs = (db: Db, projectId: number, condition: SQL): Promise<Ref[]> =>
  db
    .select({ id: schedules.id, name: sql<string>`coalesce(nullif(${schedules.name}, ''), ${templates.name})` })
    .from(schedules)
    .innerJoin(templates, eq(templates.id, schedules.template_id))
    .where(and(eq(schedules.project_id, projectId), condition))
    .orderBy(schedules.id);

/** The project's integrations that match `condition`. */
export const integrationRefs = (db: Db, projectId: number, condition: SQL): Promise<Ref[]> =>
  db
    .select({ id: integrations.id, name: integrations.name })
    .from(integrations)
    .where(and(eq(integrations.project_id, projectId), condition))
    .orderBy(integrations.name);
