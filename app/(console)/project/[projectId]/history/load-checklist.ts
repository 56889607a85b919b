import type { ChecklistProps } from "@/components/project/checklist/project-checklist";
import { sourceOf } from "@/components/template/task-source";
import { load } from "@/lib/operation/load";
import { getChecklist } from "@/lib/project/operations";
import { isChecklistOpen } from "@/lib/project/rules";
import { getTemplate } from "@/lib/template/operations";
import { asksFirst } from "@/lib/template/rules/launch";

/** The first steps of the project, for those who may take them; null once they are done or dismissed. */
export async function loadChecklist(projectId: number): Promise<ChecklistProps | null> {
  const checklist = await load(getChecklist, { projectId });
  if (!isChecklistOpen(checklist)) return null;
  const { template_id: templateId } = checklist;
  const template = templateId === null ? null : await load(getTemplate, { projectId, templateId });
  return {
    projectId,
    checklist,
    source: template && sourceOf({ ...template, asks: asksFirst(template, { mayManage: true }) }),
  };
}
