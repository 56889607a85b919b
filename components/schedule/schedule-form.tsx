"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { ScheduleFields, type TemplateChoice } from "@/components/schedule/schedule-fields";
import { BLANK_SCHEDULE, bodyOf, formOf, ScheduleForm as Schema } from "@/components/schedule/schedule-form-schema";
import type { ActionResult } from "@/lib/operation/result";
import { createSchedule, updateSchedule } from "@/lib/schedule/actions";
import type { ScheduleWithTpl } from "@/lib/schedule/schema";

type ScheduleFormProps = {
  projectId: number;
  templates: TemplateChoice[];
  /** Null makes a new schedule. */
  item: ScheduleWithTpl | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function ScheduleForm({ projectId, templates, item, open, onOpenChange, onSaved }: ScheduleFormProps) {
  const t = useTranslations();

  async function submit(form: Schema): Promise<ActionResult<unknown>> {
    const body = bodyOf(form, item);
    const result = item
      ? await updateSchedule({ projectId, scheduleId: item.id }, body)
      : await createSchedule({ projectId }, body);
    return result.ok ? result : { ok: false, failure: { ...result.failure, fields: shown(result.failure.fields) } };
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(item ? "schedule.edit" : "schedule.new")}
      width={500}
      schema={Schema}
      defaults={item ? formOf(item) : BLANK_SCHEDULE}
      submit={submit}
      onSaved={onSaved}
      submitLabel={item ? undefined : t("common.create")}
    >
      <ScheduleFields projectId={projectId} templates={templates} />
    </FormDialog>
  );
}

/** The form's field for the single run has a name of its own. */
const shown = ({ run_at, ...fields }: Record<string, string>): Record<string, string> =>
  run_at ? { ...fields, once_at: run_at } : fields;
