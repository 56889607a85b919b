import { z } from "zod";
import { guidedOf } from "@/components/schedule/cron/guided-cron";
import type { NewTaskValues } from "@/components/task/start/new-task-values";
import { optionalText, requiredId, requiredText, text } from "@/lib/operation/fields";
import { OVERLAPS, type Schedule } from "@/lib/schedule/schema";
import type { NewTaskBody } from "@/lib/task/schema";

export const MODES = ["guided", "raw", "once"] as const;
export type Mode = (typeof MODES)[number];

/** Values of the form; `once_at` is a time without zone, in the browser's zone. */
export const ScheduleForm = z
  .object({
    name: requiredText("nameRequired"),
    template_id: requiredId("templateRequired"),
    mode: z.enum(MODES),
    cron_format: text(200),
    once_at: text(30),
    timezone: optionalText(64),
    overlap: z.enum(OVERLAPS),
    /** For drift, instead of running. */
    check: z.boolean(),
    active: z.boolean(),
  })
  .superRefine(({ mode, cron_format, once_at }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (mode === "once" && Number.isNaN(Date.parse(once_at))) refuse("once_at", "runAtRequired");
    if (mode !== "once" && cron_format.trim() === "") refuse("cron_format", "cronRequired");
  });
export type ScheduleForm = z.output<typeof ScheduleForm>;

export type ScheduleValues = z.input<typeof ScheduleForm> & NewTaskValues;
export type ScheduleWithTask = { form: ScheduleForm; task: NewTaskBody };

/** The schedule and its task, each validated by its own schema; both read their fields from the same object. */
export const scheduleWithTaskSchema = (
  task: z.ZodType<NewTaskBody, NewTaskValues>,
): z.ZodType<ScheduleWithTask, ScheduleValues> =>
  z.custom<ScheduleValues>().transform((values, context) => {
    const checked = { form: ScheduleForm.safeParse(values), task: task.safeParse(values) };
    for (const { path, message } of [...(checked.form.error?.issues ?? []), ...(checked.task.error?.issues ?? [])])
      context.addIssue({ code: "custom", path, message });
    if (!checked.form.success || !checked.task.success) return z.NEVER;
    return { form: checked.form.data, task: checked.task.data };
  });

/** Every day at 09:00: harmless to save by mistake. */
const EVERY_MORNING = "0 9 * * *";

export const BLANK_SCHEDULE: z.input<typeof ScheduleForm> = {
  name: "",
  template_id: null,
  mode: "guided",
  cron_format: EVERY_MORNING,
  once_at: "",
  timezone: null,
  overlap: "queue",
  check: false,
  active: true,
};

export const formOf = (schedule: Schedule): z.input<typeof ScheduleForm> => ({
  name: schedule.name,
  template_id: schedule.template_id,
  mode: modeOf(schedule),
  cron_format: schedule.run_at ? EVERY_MORNING : schedule.cron_format,
  once_at: schedule.run_at ? localTime(new Date(schedule.run_at)) : "",
  timezone: schedule.timezone,
  overlap: schedule.overlap,
  check: schedule.mode === "check",
  active: schedule.active,
});

function modeOf({ run_at, cron_format }: Schedule): Mode {
  if (run_at) return "once";
  return guidedOf(cron_format) ? "guided" : "raw";
}

/** `YYYY-MM-DDTHH:mm` in the browser's zone. */
const localTime = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The timing in a form's values. */
export const timingOf = ({ mode, cron_format, once_at }: Pick<ScheduleForm, "mode" | "cron_format" | "once_at">) => {
  if (mode !== "once") return { cron_format, run_at: null };
  const time = Date.parse(once_at);
  return { cron_format: "", run_at: Number.isNaN(time) ? null : new Date(time).toISOString() };
};

/** The body of POST and PUT. A null `task` (fields not loaded) keeps the stored one if it belongs to the template. */
export function bodyOf(form: ScheduleForm, task: NewTaskBody | null, item: Schedule | null) {
  const { name, template_id, timezone, overlap, active } = form;
  const mode: Schedule["mode"] = form.check ? "check" : "run";
  const stored = item?.template_id === template_id ? item.task_params : null;
  const kept = item && { id: item.id, repository_id: item.repository_id };
  const timing = { ...timingOf(form), ...(item && keptTime(form, item)) };
  return { ...kept, name, template_id, timezone, overlap, mode, active, ...timing, task_params: task ?? stored };
}

/** The form's text lacks the seconds, and can mean two instants when clocks go back. */
const keptTime = ({ mode, once_at }: ScheduleForm, item: Schedule) =>
  mode === "once" && once_at === formOf(item).once_at ? { run_at: item.run_at } : null;
