import type { CommitCheckValues } from "@/components/template/form/template-form-schema";
import type { ActionResult } from "@/lib/operation/result";
import { createSchedule, deleteSchedule, updateSchedule } from "@/lib/schedule/actions";
import type { CommitCheck } from "@/lib/template/schema";

type Saved = ActionResult<unknown>;
const NOTHING_TO_DO: Saved = { ok: true, data: null };

/** Saves the form's commit check: removes the stored ones, or makes one match. */
export async function saveCommitCheck(
  projectId: number,
  templateId: number,
  wanted: CommitCheckValues,
  stored: CommitCheck[],
): Promise<Saved> {
  if (!wanted.on) return removeAll(projectId, stored);
  const [check] = stored;
  const body = {
    project_id: projectId,
    template_id: templateId,
    name: check?.name ?? "",
    cron_format: wanted.cron_format,
    repository_id: wanted.repository_id,
    active: true,
  };
  if (!check) return createSchedule({ projectId }, body);
  const same = check.cron_format === wanted.cron_format && check.repository_id === wanted.repository_id && check.active;
  if (same) return NOTHING_TO_DO;
  return updateSchedule({ projectId, scheduleId: check.id }, { ...body, id: check.id });
}

async function removeAll(projectId: number, stored: CommitCheck[]): Promise<Saved> {
  for (const { id } of stored) {
    const removed = await deleteSchedule({ projectId, scheduleId: id });
    if (!removed.ok) return removed;
  }
  return NOTHING_TO_DO;
}
