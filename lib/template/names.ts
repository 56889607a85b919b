import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { templates } from "@/db/schema/templates";
import { found } from "@/lib/operation/errors";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Names } from "@/lib/template/schema";

type ResourceNames = Omit<Names, "templates">;

const namesIn = (table: PgTable, which: SQL, further: SQL = sql``) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name${further})), '[]') from ${table} where ${which})`;

/** The names of what a project's templates refer to, in no order, in one statement. */
export async function listResourceNames(db: Db, projectId: number): Promise<ResourceNames> {
  const used = (table: PgTable, reference: PgColumn) => {
    const references = sql`select ${reference} from ${templates} where ${templates.project_id} = ${projectId}`;
    return namesIn(table, sql`id in (${references})`);
  };
  const [row] = await db.execute<ResourceNames>(sql`select
    ${used(inventories, templates.inventory_id)} as inventories,
    ${used(environments, templates.environment_id)} as environments,
    ${used(repositories, templates.repository_id)} as repositories`);
  return found(row);
}

/** The names of all that a project's templates may refer to, and of the templates, each sorted by name. */
export async function listNames(db: Db, projectId: number): Promise<Names> {
  const ofProject = sql`project_id = ${projectId}`;
  const [row] = await db.execute<Names>(sql`select
    ${namesIn(inventories, ofProject)} as inventories,
    ${namesIn(environments, ofProject)} as environments,
    ${namesIn(repositories, ofProject)} as repositories,
    ${namesIn(templates, ofProject, sql`, 'type', type, 'app', app, 'launch', launch`)} as templates`);
  const { templates: all, ...others } = found(row);
  return {
    inventories: inNaturalOrder(others.inventories),
    environments: inNaturalOrder(others.environments),
    repositories: inNaturalOrder(others.repositories),
    templates: inNaturalOrder(all),
  };
}
