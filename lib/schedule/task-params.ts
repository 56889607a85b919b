import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import type { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { checkProblem } from "@/lib/drift/rules";
import { requireFitting } from "@/lib/inventory/require-fitting";
import { below, invalid } from "@/lib/operation/errors";
import { requireReferences } from "@/lib/project/references";
import { type ScheduledTask, TaskFields } from "@/lib/schedule/schema";
import { open, seal, UndecryptableError } from "@/lib/secret/seal";
import { checkAnswers, checkOverrides } from "@/lib/task/rules";
import { NewTaskInput } from "@/lib/task/schema";
import { checkPaths, normalizeArguments } from "@/lib/task/start/arguments";
import type { SurveyVar } from "@/lib/template/rules";

type ScheduleRow = typeof schedules.$inferSelect;

/** Column values: the fields of POST tasks in their wire form, and secret answers separately. */
export type CheckedTask = { task_params: Record<string, unknown>; secret: Record<string, string> };

type Planned = { template_id: number; mode: ScheduleRow["mode"]; task_params: TaskFields };

/**
 * Checks what each run will send, as if started by hand. Secret answers are added to `kept`, those of the stored
 * schedule; a blank one removes its name. Throws naming each invalid field, those of the task below `task_params`.
 */
export async function checkTask(
  db: Db,
  projectId: number,
  { template_id: templateId, mode, task_params: task }: Planned,
  kept: Record<string, string>,
): Promise<CheckedTask> {
  const [template] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.id, templateId)));
  if (!template) throw invalid("template_id", "templateNotFound");
  const uncheckable = mode === "check" ? checkProblem(template) : null;
  if (uncheckable) throw invalid("mode", uncheckable);
  const drift_check = mode === "check";
  const sent = { ...task, template_id: templateId, drift_check, secret: { ...kept, ...task.secret } };
  const answers = await below("task_params", async () => {
    const input = normalizeArguments(template.app, sent);
    checkOverrides(template, input, { mayManage: true });
    checkPaths(template.app, input);
    await requireReferences(db, projectId, [
      { field: "inventory_id", id: input.inventory_id, table: inventories },
      { field: "environment_id", id: input.environment_id, table: environments },
      { field: "build_task_id", id: input.build_task_id, table: tasks },
    ]);
    await requireFitting(db, input.inventory_id, template.app);
    const rules = { ...template, survey_vars: template.survey_vars.map(asOptional) };
    return checkAnswers(rules, input, { mayManage: true });
  });
  const secret = Object.fromEntries(Object.entries(answers.secret).filter(([, value]) => value !== ""));
  const { secret: _blank, ...task_params } = wireForm({ ...task, environment: answers.plain }, Object.keys(secret));
  return { task_params, secret };
}

/** An answer may be given later: until then the runs are refused. */
const asOptional = (variable: SurveyVar): SurveyVar => ({ ...variable, required: false });

const wireForm = (task: TaskFields, secretNames: string[]): ScheduledTask => ({
  ...task,
  environment: Object.keys(task.environment).length > 0 ? JSON.stringify(task.environment) : "",
  secret: "",
  secret_names: secretNames,
  arguments: task.arguments && JSON.stringify(task.arguments),
});

/** The column value for a task without secret answers. */
export function storedTask(task: TaskFields): CheckedTask["task_params"] {
  const { secret: _blank, ...stored } = wireForm(task, []);
  return stored;
}

/** Rows from other versions or a restore may lack fields. */
export const readTask = (stored: Record<string, unknown>): TaskFields =>
  TaskFields.safeParse(stored).data ?? TaskFields.parse({});

/** The answers that each run will have; only the names of secret ones are known here. */
export const readAnswers = (stored: Record<string, unknown>) => ({
  environment: readTask(stored).environment,
  secret: Object.fromEntries(secretNames(stored).map((name) => [name, true])),
});

const secretNames = ({ secret_names: names }: Record<string, unknown>): string[] =>
  Array.isArray(names) ? names.map(String) : [];

export function presentTask(stored: Record<string, unknown>): ScheduledTask {
  return wireForm(readTask(stored), secretNames(stored));
}

/** The input of a scheduled run. Throws if it is invalid or its secret cannot be opened. */
export function taskInput(schedule: ScheduleRow): NewTaskInput {
  const secret = JSON.stringify(openSecretAnswers(schedule));
  const { task_params, template_id, mode } = schedule;
  return NewTaskInput.parse({ ...task_params, secret, template_id, drift_check: mode === "check" });
}

const placeOf = (scheduleId: number) => `schedules/${scheduleId}/task_secret` as const;

export const sealTask = (scheduleId: number, secret: Record<string, string>): Sealed | null =>
  Object.keys(secret).length > 0 ? seal(JSON.stringify(secret), placeOf(scheduleId)) : null;

/** The secret answers in plaintext. */
export const openSecretAnswers = ({ id, task_secret }: ScheduleRow): Record<string, string> =>
  task_secret ? JSON.parse(open(task_secret, placeOf(id))) : {};

/** Those that a change can keep: if their key is lost, none, and all of them have to be sent again. */
export function keptSecretAnswers(schedule: ScheduleRow, { secret: sent }: TaskFields): Record<string, string> {
  try {
    return openSecretAnswers(schedule);
  } catch (error) {
    if (!(error instanceof UndecryptableError)) throw error;
    if (secretNames(schedule.task_params).some((name) => !(name in sent)))
      throw invalid("task_params.secret", "secretUnreadable");
    return {};
  }
}
