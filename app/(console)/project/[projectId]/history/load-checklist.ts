import type { ChecklistProps } from "@/components/project/checklist/project-checklist";
import { listApps } from "@/lib/app/operations";
import { load } from "@/lib/operation/load";
import { getChecklist } from "@/lib/project/operations";
import { isChecklistOpen } from "@/lib/project/schema/checklist";

/** The first steps of the project; null once they are done or dismissed. */
export async function loadChecklist(projectId: number): Promise<ChecklistProps | null> {
  const checklist = await load(getChecklist, { projectId });
  if (!isChecklistOpen(checklist)) return null;
  const apps = await load(listApps, {});
  return {
    projectId,
    checklist,
    apps: apps.filter(({ active }) => active).map(({ id, title }) => ({ id, title })),
  };
}
