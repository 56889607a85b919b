import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { events } from "@/db/schema/events";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templateEnvironments, templates, templateVaults } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import { NO_REFS, type Refs } from "@/lib/operation/refs";

/** As events name them. */
export type ResourceKind = "key" | "repository" | "inventory" | "environment";
type Used = ResourceKind | "build";

type Use = { kind: keyof Refs; used: SQL | PgColumn; id: PgColumn; name: SQL | PgColumn; from: SQL; project: PgColumn };

const ofTemplates = { kind: "templates", id: templates.id, name: templates.name } as const;
const ofTable = (kind: "repositories" | "inventories" | "integrations", table: Named) => ({
  kind,
  id: table.id,
  name: table.name,
  from: sql`${table}`,
  project: table.project_id,
});
type Named = typeof repositories | typeof inventories | typeof integrations;

/** An unnamed schedule takes its template's name. */
const ofSchedules = {
  kind: "schedules",
  id: schedules.id,
  name: sql`coalesce(nullif(${schedules.name}, ''), ${templates.name})`,
  from: sql`${schedules} join ${templates} on ${templates.id} = ${schedules.template_id}`,
  project: schedules.project_id,
} as const;

type Option = "inventory_id" | "environment_id" | "build_task_id";

/** What tasks start with, instead of what their template has. */
const optionIn = (taskParams: PgColumn, option: Option) =>
  sql`case when jsonb_typeof(${taskParams} -> '${sql.raw(option)}') = 'number' then (${taskParams} ->> '${sql.raw(option)}')::int end`;

/** Constants in the nodes of a graph, as numbers or as digits. Nodes have much in common: each one is looked at once. */
const inNodes = (graph: SQL, option: Option) => ({
  used: sql`case when given #>> '{}' ~ '^[0-9]+$' then (given #>> '{}')::int end`,
  givens: sql`cross join lateral
    (select distinct jsonb_path_query(${graph}, '$.nodes[*].options.${sql.raw(option)}.value') as given) as givens`,
});

/** Workflows, also for what only their unfinished runs name. */
function ofNodes(option: Option): Use[] {
  const now = inNodes(sql`${templates.graph}`, option);
  const then = inNodes(sql`run.graph`, option);
  return [
    { ...ofTemplates, used: now.used, from: sql`${templates} ${now.givens}`, project: templates.project_id },
    {
      ...ofTemplates,
      used: then.used,
      from: sql`${tasks} join workflow_runs as run on run.task_id = ${tasks.id} and ${isUnfinished}
        join ${templates} on ${templates.id} = ${tasks.template_id} ${then.givens}`,
      project: tasks.project_id,
    },
  ];
}

const templatesThemselves = { ...ofTemplates, from: sql`${templates}`, project: templates.project_id };

/** Every way to use something. */
const USES: Record<Used, Use[]> = {
  key: [
    { ...ofTable("repositories", repositories), used: repositories.ssh_key_id },
    { ...ofTable("inventories", inventories), used: inventories.ssh_key_id },
    { ...ofTable("inventories", inventories), used: inventories.become_key_id },
    {
      ...ofTemplates,
      used: templateVaults.vault_key_id,
      from: sql`${templateVaults} join ${templates} on ${templates.id} = ${templateVaults.template_id}`,
      project: templateVaults.project_id,
    },
    { ...ofTable("integrations", integrations), used: integrations.auth_secret_id },
  ],
  repository: [
    { ...templatesThemselves, used: templates.repository_id },
    { ...ofTable("inventories", inventories), used: inventories.repository_id },
    { ...ofSchedules, used: schedules.repository_id },
  ],
  inventory: [
    { ...templatesThemselves, used: templates.inventory_id },
    { ...ofSchedules, used: optionIn(schedules.task_params, "inventory_id") },
    { ...ofTable("integrations", integrations), used: optionIn(integrations.task_params, "inventory_id") },
    ...ofNodes("inventory_id"),
  ],
  environment: [
    { ...templatesThemselves, used: templates.environment_id },
    {
      ...ofTemplates,
      used: templateEnvironments.environment_id,
      from: sql`${templateEnvironments} join ${templates} on ${templates.id} = ${templateEnvironments.template_id}`,
      project: templates.project_id,
    },
    { ...ofSchedules, used: optionIn(schedules.task_params, "environment_id") },
    { ...ofTable("integrations", integrations), used: optionIn(integrations.task_params, "environment_id") },
    ...ofNodes("environment_id"),
  ],
  build: [{ ...ofSchedules, used: optionIn(schedules.task_params, "build_task_id") }, ...ofNodes("build_task_id")],
};

/** Rows (used_id, kind, id, name): one for each user of a resource, however often it uses it. */
export const usesOf = (kind: Used, projectId: number | null): SQL =>
  sql.join(
    USES[kind].map(
      (
        use,
      ) => sql`select ${use.used} as used_id, ${sql.raw(`'${use.kind}'`)} as kind, ${use.id} as id, ${use.name} as name
        from ${use.from} where ${projectId === null ? sql`true` : eq(use.project, projectId)} and ${use.used} is not null`,
    ),
    sql` union `,
  );

/** What uses one resource, by name. */
export async function refsOf(db: Db, kind: ResourceKind, projectId: number, id: number): Promise<Refs> {
  const rows = await db.execute<{ kind: keyof Refs; id: number; name: string }>(
    sql`select kind, id, name from (${usesOf(kind, projectId)}) uses where used_id = ${id} order by id`,
  );
  const refs: Refs = structuredClone(NO_REFS);
  for (const { kind: of, id: ref, name } of inNaturalOrder([...rows])) refs[of].push({ id: ref, name });
  return refs;
}

/**
 * The facts that every kind of resource has, for its list: how many use it, and who changed it last. To join on the
 * list's table, of which `id` is the column.
 */
export function factsFor(db: Db, kind: ResourceKind, projectId: number, id: PgColumn) {
  const uses = db
    .select({ used_id: sql<number>`used_id`.as("used_id"), count: sql<number>`count(*)::int`.as("count") })
    .from(sql`(${usesOf(kind, projectId)}) all_uses`)
    .groupBy(sql`used_id`)
    .as("uses");
  const changed = db
    .select({ at: events.created, by: sql<string | null>`coalesce(${users.name}, ${events.user_name})`.as("by") })
    .from(events)
    .leftJoin(users, eq(users.id, events.user_id))
    .where(and(eq(events.project_id, projectId), eq(events.object_type, kind), eq(events.object_id, id)))
    .orderBy(desc(events.id))
    .limit(1)
    .as("changed");
  return {
    uses,
    changed,
    columns: {
      id: sql<number>`${id}`,
      used_by: sql<number>`coalesce(${uses.count}, 0)`,
      changed_at: changed.at,
      changed_by: changed.by,
    },
  };
}
