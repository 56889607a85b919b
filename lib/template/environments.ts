import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { templateEnvironments } from "@/db/schema/templates";
import { mergeLayers } from "@/lib/environment/merge";
import { readLayers } from "@/lib/environment/store";
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

/** Every name that the template's environments define. */
export async function listVariables(db: Db, projectId: number, ids: number[]): Promise<TemplateVariable[]> {
  const layers = await readLayers(db, projectId, ids);
  const nameOf = (id: number) => layers.get(id)?.name ?? "";
  return mergeLayers(ids.flatMap((id) => layers.get(id) ?? [])).map((variable) => ({
    ...variable,
    environment: nameOf(variable.environment_id),
    overrides: variable.overrides.map(nameOf),
  }));
}
