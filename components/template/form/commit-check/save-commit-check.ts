import { api } from "@/components/api-client";
import { type CommitCheckValues, shownCheck } from "@/components/template/form/template-form-schema";
import type { ActionResult } from "@/lib/operation/result";
import { createSchedule, deleteSchedule, updateSchedule } from "@/lib/schedule/actions";
import type { CommitCheck } from "@/lib/template/schema";

type Saved = ActionResult<unknown>;
const NOTHING_TO_DO: Saved = { ok: true, data: null };

/** As they are now: they are schedules, which are changed elsewhere too. */
export const loadCommitChecks = (projectId: number, templateId: number): Promise<CommitCheck[]> =>
  api("GET /project/:projectId/templates/:templateId/schedules", { params: { projectId, templateId } });

/**
 * Saves the form's commit check: removes those that are on, or makes the shown one match. Others switch checks off, and keep them.
 * `wasOn`: the form was opened with one that was on.
 */
export async function saveCommitCheck(
  projectId: number,
  templateId: number,
  wanted: CommitCheckValues,
  wasOn: boolean,
): Promise<Saved> {
  const stored = await loadCommitChecks(projectId, templateId);
  if (!wanted.on) return removeActive(projectId, stored);
  const check = shownCheck(stored);
  const body = {
    project_id: projectId,
    template_id: templateId,
    name: check?.name ?? "",
    cron_format: wanted.cron_format,
    repository_id: wanted.repository_id,
    // Without it, a new check is on and a stored one stays as it is by now.
    ...(check?.active === false && !wasOn && { active: true }),
  };
  if (!check) return createSchedule({ projectId }, body);
  const same =
    check.cron_format === wanted.cron_format && check.repository_id === wanted.repository_id && (check.active || wasOn);
  if (same) return NOTHING_TO_DO;
  return updateSchedule({ projectId, scheduleId: check.id }, { ...body, id: check.id });
}

async function removeActive(projectId: number, stored: CommitCheck[]): Promise<Saved> {
  for (const { id } of stored.filter(({ active }) => active)) {
    const removed = await deleteSchedule({ projectId, scheduleId: id });
    if (!removed.ok) return removed;
  }
  return NOTHING_TO_DO;
}
