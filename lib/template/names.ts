import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { templates } from "@/db/schema/templates";
import { found } from "@/lib/operation/errors";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Names } from "@/lib/template/schema";

/** The names of a project's templates and of everything they refer to, sorted by name, in one statement. */
export async function listNames(db: Db, projectId: number): Promise<Names> {
  const of = (table: PgTable, further: SQL = sql``) => sql`(
    select coalesce(json_agg(json_build_object('id', id, 'name', name${further})), '[]')
    from ${table} where project_id = ${projectId})`;
  const ofTemplates = sql`, 'type', type, 'app', app, 'launch', launch`;
  const [row] = await db.execute<Names>(sql`select
    ${of(inventories)} as inventories, ${of(environments)} as environments,
    ${of(repositories)} as repositories, ${of(templates, ofTemplates)} as templates`);
  const { templates: all, ...others } = found(row);
  return {
    inventories: inNaturalOrder(others.inventories),
    environments: inNaturalOrder(others.environments),
    repositories: inNaturalOrder(others.repositories),
    templates: inNaturalOrder(all),
  };
}
