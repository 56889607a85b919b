import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environmentSecrets, environments } from "@/db/schema/environments";
import { templateEnvironments, templates } from "@/db/schema/templates";
import { type Layer, mergeLayers } from "@/lib/environment/merge";
import type { TemplateVariable } from "@/lib/template/rules/environments";

/** Stores the environments after the first, which is a column of the template. */
export async function replaceEnvironments(db: Db, projectId: number, templateId: number, ids: number[]): Promise<void> {
  await db
    .delete(templateEnvironments)
    .where(and(eq(templateEnvironments.project_id, projectId), eq(templateEnvironments.template_id, templateId)));
  const rows = ids.slice(1).map((environment_id, index) => ({
    project_id: projectId,
    template_id: templateId,
    environment_id,
    position: index + 1,
  }));
  if (rows.length > 0) await db.insert(templateEnvironments).values(rows);
}

type NamedLayer = Layer & { name: string };

/** Every name that the template's environments define; null if there is no such template. */
export async function listVariables(db: Db, projectId: number, templateId: number): Promise<TemplateVariable[] | null> {
  const rows = await db.execute<NamedLayer | { id: null }>(sql`
    select e.id, e.name, e.json, e.env, (
      select coalesce(json_agg(json_build_object('type', s.type, 'name', s.name) order by s.id), '[]')
      from ${environmentSecrets} s where s.environment_id = e.id) as secrets
    from ${templates} t left join lateral (
      select 0 as position, t.environment_id as id
      union all select further.position, further.environment_id from ${templateEnvironments} further
        where further.template_id = t.id) chosen on true
      left join ${environments} e on e.id = chosen.id
    where t.project_id = ${projectId} and t.id = ${templateId}
    order by chosen.position`);
  return rows.length === 0 ? null : variablesOf(rows.filter((row): row is NamedLayer => row.id !== null));
}

function variablesOf(layers: readonly NamedLayer[]): TemplateVariable[] {
  const nameOf = (id: number) => layers.find((layer) => layer.id === id)?.name ?? "";
  return mergeLayers(layers).map((variable) => ({
    ...variable,
    environment: nameOf(variable.environment_id),
    overrides: variable.overrides.map(nameOf),
  }));
}
