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

type ResourceNames = Omit<Names, "templates">;

const namesIn = (table: PgTable, projectId: number, further: SQL = sql``) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name${further})), '[]')
  from ${table} where project_id = ${projectId})`;

const resourceNames = (projectId: number) => sql`
  ${namesIn(inventories, projectId)} as inventories, ${namesIn(environments, projectId)} as environments,
  ${namesIn(repositories, projectId)} as repositories`;

/** The names of what a project's templates refer to, in no order, in one statement. */
export async function listResourceNames(db: Db, projectId: number): Promise<ResourceNames> {
  const [row] = await db.execute<ResourceNames>(sql`select ${resourceNames(projectId)}`);
  return found(row);
}

/** Those of its templates too, sorted by name. */
export async function listNames(db: Db, projectId: number): Promise<Names> {
  const ofTemplates = sql`, 'type', type, 'app', app, 'launch', launch`;
  const [row] = await db.execute<Names>(
    sql`select ${resourceNames(projectId)}, ${namesIn(templates, projectId, ofTemplates)} as templates`,
  );
  const { templates: all, ...others } = found(row);
  return {
    inventories: inNaturalOrder(others.inventories),
    environments: inNaturalOrder(others.environments),
    repositories: inNaturalOrder(others.repositories),
    templates: inNaturalOrder(all),
  };
}
