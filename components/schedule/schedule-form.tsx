import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "@/components/api-client";
import { FormDialog } from "@/components/form/form-dialog";
import { ScheduleFields, type TemplateChoice } from "@/components/schedule/schedule-fields";
import {
  BLANK_SCHEDULE,
  bodyOf,
  formOf,
  type ScheduleValues,
  type ScheduleWithTask,
  scheduleWithTaskSchema,
} from "@/components/schedule/schedule-form-schema";
import {
  BLANK_TASK,
  type TaskFormSource,
  taskFormSource,
  valuesOf,
  withUndeclared,
} from "@/components/schedule/scheduled-task";
import { TaskSection } from "@/components/schedule/task-section";
import { loadStart } from "@/components/task/start/load-start";
import { NO_RULES, newTaskSchema, placeOfAnswers } from "@/components/task/start/new-task-schema";
import { useDestroyQuestion } from "@/components/task/start/use-destroy-question";
import type { ActionResult } from "@/lib/operation/result";
import { createSchedule, updateSchedule } from "@/lib/schedule/actions";
import type { Schedule, ScheduleWithTpl } from "@/lib/schedule/schema";
import { missingAnswers } from "@/lib/task/rules";

type ScheduleFormProps = {
  projectId: number;
  templates: TemplateChoice[];
  /** Null creates a new schedule. */
  item: ScheduleWithTpl | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function ScheduleForm({ projectId, templates, item, open, onOpenChange, onSaved }: ScheduleFormProps) {
  const t = useTranslations();
  const [source, setSource] = useState<TaskFormSource | null>(null);
  const lastRequest = useRef(0);
  const rules = source?.start.template ?? NO_RULES;
  const schema = scheduleWithTaskSchema(newTaskSchema(rules, {}, { mayManage: true }));
  const destroying = useDestroyQuestion(source?.start.template ?? null);

  const sourceOf = async (templateId: number, stored: Schedule | null): Promise<TaskFormSource> =>
    taskFormSource(await loadStart(projectId, templateId, { mayManage: true }), stored, t("schedule.storedSecret"));

  /** Replies to earlier requests are ignored from now on; a template that is selected again is requested again. */
  function forget(): number {
    setSource(null);
    return ++lastRequest.current;
  }

  async function load(templateId: number): Promise<TaskFormSource> {
    const request = forget();
    const loaded = await sourceOf(templateId, item);
    if (request === lastRequest.current) setSource(loaded);
    return loaded;
  }

  async function reload({ id }: ScheduleWithTpl): Promise<ScheduleValues> {
    const stored = await read(projectId, id);
    return { ...formOf(stored), ...valuesOf(await sourceOf(stored.template_id, stored)) };
  }

  async function defaults(): Promise<ScheduleValues> {
    if (item) return { ...formOf(item), ...valuesOf(await load(item.template_id)) };
    forget();
    return { ...BLANK_SCHEDULE, ...BLANK_TASK };
  }

  async function submit({ form, task }: ScheduleWithTask): Promise<ActionResult<unknown>> {
    // What the form does not show stays as it is by now, not as it was when the page was loaded.
    const stored = item && (await read(projectId, item.id));
    const isShown = source?.start.template.id === form.template_id;
    const unasked = isShown ? [] : unanswered(await sourceOf(form.template_id, stored));
    if (unasked.length > 0) return refused(t("schedule.missingAnswers", { names: unasked.join(", ") }));
    const body = bodyOf(form, isShown ? withUndeclared(task, source.start, stored) : null, stored);
    const result = item
      ? await updateSchedule({ projectId, scheduleId: item.id }, body)
      : await createSchedule({ projectId }, body);
    if (result.ok) return result;
    const fields = placeOfAnswers(rules, shown(result.failure.fields));
    return { ok: false, failure: { ...result.failure, fields } };
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(item ? "schedule.edit" : "schedule.new")}
      width={500}
      schema={schema}
      defaults={defaults}
      reload={item ? () => reload(item) : undefined}
      submit={submit}
      confirm={({ task }) => destroying.confirm(task)}
      onSaved={onSaved}
      submitLabel={item ? undefined : t("common.create")}
    >
      <ScheduleFields projectId={projectId} templates={templates}>
        <TaskSection source={source} load={load} />
      </ScheduleFields>
      {destroying.dialog}
    </FormDialog>
  );
}

const read = (projectId: number, scheduleId: number): Promise<Schedule> =>
  api("GET /project/:projectId/schedules/:scheduleId", { params: { projectId, scheduleId } });

const refused = (message: string) => ({ ok: false as const, failure: { code: "invalid", message, fields: {} } });

/** What a template requires that has been chosen just now: its questions are not shown yet. */
const unanswered = ({ start }: TaskFormSource): string[] =>
  missingAnswers(start.template.survey_vars ?? [], { environment: {}, secret: {} });

const PLACES: Record<string, string> = { run_at: "once_at", mode: "check" };

/** Maps the API's field names to the form's, which names two of them differently and has the task's fields inline. */
const shown = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [PLACES[path] ?? path.replace(/^task_params\./, ""), text]),
  );
