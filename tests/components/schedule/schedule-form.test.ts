import { describe, expect, test } from "vitest";
import {
  BLANK_SCHEDULE,
  bodyOf,
  ScheduleForm,
  type ScheduleValues,
  scheduleWithTaskSchema,
} from "@/components/schedule/schedule-form-schema";
import { BLANK_TASK, taskFormSource, valuesOf } from "@/components/schedule/scheduled-task";
import { newTaskSchema } from "@/components/task/start/new-task-schema";
import type { ScheduleWithTpl } from "@/lib/schedule/schema";
import type { SurveyVar, Template } from "@/lib/template/schema";

const variable = (name: string, type: SurveyVar["type"]): SurveyVar => ({
  name,
  type,
  title: name,
  required: true,
  description: "What for",
  values: null,
});

const template: Template = {
  id: 5,
  project_id: 1,
  inventory_id: null,
  repository_id: 1,
  environment_id: null,
  environment_ids: [],
  view_id: null,
  build_template_id: 4,
  name: "Deploy",
  description: null,
  app: "ansible",
  type: "deploy",
  playbook: "run.yml",
  init_arguments: null,
  state_id: null,
  stack: "",
  declares_backend: false,
  arguments: null,
  launch: {},
  start_version: null,
  autorun: false,
  git_branch: null,
  survey_vars: [variable("region", ""), variable("token", "secret")],
  vaults: [],
  runner_tag: "",
  suppress_success_alerts: false,
  allow_parallel_tasks: false,
  timeout_seconds: 0,
  auto_approve: false,
  tasks: 0,
  last_task_id: null,
  last_task: null,
  current_task: null,
  drift: null,
  always_ask: false,
  labels: [],
  graph: null,
  favorite: false,
  recent_tasks: [],
  allow_override_args_in_task: false,
  allow_override_branch_in_task: false,
  task_params: {},
};

const task_params: ScheduleWithTpl["task_params"] = {
  message: "nightly",
  debug: true,
  dry_run: false,
  diff: false,
  playbook: "other.sh",
  secret: "",
  environment: '{"region":"eu","undeclared":"x"}',
  secret_names: ["token"],
  limit: "",
  arguments: null,
  git_branch: "main",
  commit_hash: "",
  build_task_id: null,
  inventory_id: 7,
  environment_id: null,
  params: {},
};

const item: ScheduleWithTpl = {
  id: 9,
  project_id: 1,
  template_id: 5,
  name: "Nightly",
  cron_format: "0 4 * * *",
  timezone: null,
  run_at: null,
  active: true,
  repository_id: null,
  overlap: "queue",
  mode: "run",
  task_params,
  next_run_at: null,
  missing_answers: [],
  tpl_name: "Deploy",
};

const start = { builds: [], inventories: [], environments: [] };
const source = taskFormSource({ ...start, template }, item, "stored");

describe("the task fields of a schedule", () => {
  test("start with the stored values; a stored secret isn't required again", () => {
    expect(valuesOf(source)).toMatchObject({
      message: "nightly",
      debug: true,
      git_branch: "main",
      answers: [{ value: "eu" }, { value: "" }],
    });
    expect(source.start.template.survey_vars?.map(({ required, description }) => [required, description])).toEqual([
      [true, "What for"],
      [false, "stored"],
    ]);
  });

  test("of another template start empty", () => {
    const other = taskFormSource({ ...start, template: { ...template, id: 6 } }, item, "stored");
    expect(other.previous).toBeNull();
    expect(valuesOf(other)).toMatchObject({ message: "", answers: [{ value: "" }, { value: "" }] });
  });

  test("of a deploy need no build, because each run uses the newest one", () => {
    const parsed = newTaskSchema(source.start.template, {}, true).safeParse(valuesOf(source));
    expect(parsed.data).toMatchObject({ template_id: 5, build_task_id: null, environment: '{"region":"eu"}' });
  });
});

describe("the request body", () => {
  const form = ScheduleForm.parse({ ...BLANK_SCHEDULE, name: "Nightly", template_id: 5, cron_format: "0 5 * * *" });
  const task = newTaskSchema(source.start.template, {}, true).parse(valuesOf(source));

  test("contains the task fields, and keeps parameters the form doesn't show", () => {
    expect(bodyOf(form, task, item)).toMatchObject({
      id: 9,
      repository_id: null,
      cron_format: "0 5 * * *",
      task_params: { message: "nightly", playbook: "other.sh", inventory_id: 7, secret: "{}" },
    });
  });

  test("keeps the stored task while its fields are loading, unless the template changed", () => {
    expect(bodyOf(form, null, item).task_params).toBe(task_params);
    expect(bodyOf({ ...form, template_id: 6 }, null, item).task_params).toBeNull();
  });
});

test("errors of the schedule and of its task are shown together", () => {
  const schema = scheduleWithTaskSchema(newTaskSchema(source.start.template, {}, true));
  const values: ScheduleValues = { ...BLANK_SCHEDULE, ...BLANK_TASK, template_id: 5 };
  const paths = schema.safeParse(values).error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(paths).toEqual([
    ["name", "nameRequired"],
    ["answers.0.value", "variableRequired"],
  ]);
});
