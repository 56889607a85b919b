import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/operation/errors";

/** A field of the input that names a row of the same project; null names none. */
export type Reference = { field: string; id: number | null; table: PgTable & { id: PgColumn; project_id: PgColumn } };

/** Fails naming every field whose row is not in the project: a missing row and another project's look the same. */
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

const isPresent = ({ table, id }: Reference, projectId: number): SQL =>
  sql`exists (select from ${table} where ${table.project_id} = ${projectId} and ${table.id} = ${id})`;
