import { z } from "zod";
import { apiGet } from "@/components/api-client";
import { TaskWithTpl } from "@/lib/protocol/task";
import { Template } from "@/lib/template/schema";

/** What the new-task dialog has to know: the template as it is now, and for a deploy the builds there are. */
export type TaskStart = { template: Template; builds: TaskWithTpl[] };

export async function loadStart(projectId: number, templateId: number): Promise<TaskStart> {
  const templates = `/api/project/${projectId}/templates`;
  const template = await apiGet(`${templates}/${templateId}`, Template);
  if (template.type !== "deploy" || template.build_template_id === null) return { template, builds: [] };
  const builds = await apiGet(`${templates}/${template.build_template_id}/tasks?status=success`, z.array(TaskWithTpl));
  return { template, builds: builds.filter(({ status }) => status === "success") };
}
