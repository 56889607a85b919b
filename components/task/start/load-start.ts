import { api } from "@/components/api-client";
import type { Answer } from "@/lib/client/client";
import { isDeployable } from "@/lib/task/rules";
import { appliesTo, type LaunchField, launchMode, type StartRights } from "@/lib/template/rules/launch";

/** Data of the new-task dialog: the current template and the available choices. */
export type TaskStart = {
  template: Answer<"GET /project/:projectId/templates/:templateId">;
  builds: Answer<"GET /project/:projectId/templates/:templateId/tasks">;
  inventories: Pick<Answer<"GET /project/:projectId/inventory">[number], "id" | "name" | "type">[];
  environments: Pick<Answer<"GET /project/:projectId/environment">[number], "id" | "name">[];
};

export async function loadStart(projectId: number, templateId: number, rights: StartRights): Promise<TaskStart> {
  const template = await api("GET /project/:projectId/templates/:templateId", { params: { projectId, templateId } });
  const listIf = <Item>(field: LaunchField, load: () => Promise<Item[]>): Promise<Item[]> | Item[] =>
    appliesTo(field, template) && launchMode(template, field, rights) !== "fixed" ? load() : [];
  const [builds, inventories, environments] = await Promise.all([
    listIf("build_task_id", () => loadBuilds(projectId, template.build_template_id)),
    listIf("inventory_id", () => api("GET /project/:projectId/inventory", { params: { projectId } })),
    listIf("environment_id", () => api("GET /project/:projectId/environment", { params: { projectId } })),
  ]);
  return { template, builds, inventories, environments };
}

async function loadBuilds(projectId: number, templateId: number | null): Promise<TaskStart["builds"]> {
  if (templateId === null) return [];
  const builds = await api("GET /project/:projectId/templates/:templateId/tasks", {
    params: { projectId, templateId },
    query: { status: "success", children: true },
  });
  return builds.filter(isDeployable);
}
