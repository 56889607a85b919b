import { api } from "@/components/api-client";
import type { TaskWithTpl } from "@/lib/protocol/task";
import type { Template } from "@/lib/template/schema";

/** What the new-task dialog has to know: the template as it is now, and for a deploy the builds there are. */
export type TaskStart = { template: Template; builds: TaskWithTpl[] };

export async function loadStart(projectId: number, templateId: number): Promise<TaskStart> {
  const template = await api("GET /project/:projectId/templates/:templateId", { params: { projectId, templateId } });
  if (template.type !== "deploy" || template.build_template_id === null) return { template, builds: [] };
  const params = { projectId, templateId: template.build_template_id };
  const builds = await api("GET /project/:projectId/templates/:templateId/tasks", {
    params,
    query: { status: "success" },
  });
  return { template, builds: builds.filter(({ status }) => status === "success") };
}
