import { describe, expect, test } from "vitest";
import {
  BLANK_SCHEDULE,
  bodyOf,
  formOf,
  ScheduleForm,
  type ScheduleValues,
  scheduleWithTaskSchema,
} from "@/components/schedule/schedule-form-schema";
import { BLANK_TASK, taskFormSource, valuesOf, withUndeclared } from "@/components/schedule/scheduled-task";
import { newTaskSchema } from "@/components/task/start/new-task-schema";
import { ScheduleChanges, type ScheduleWithTpl } from "@/lib/schedule/schema";
import { LAUNCH_FIELDS } from "@/lib/template/rules/launch";
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
    const parsed = newTaskSchema(source.start.template, {}, { mayManage: true }).safeParse(valuesOf(source));
    expect(parsed.data).toMatchObject({ template_id: 5, build_task_id: null, environment: '{"region":"eu"}' });
  });
});

describe("the request body", () => {
  const form = ScheduleForm.parse({ ...BLANK_SCHEDULE, name: "Nightly", template_id: 5, cron_format: "0 5 * * *" });
  const task = newTaskSchema(source.start.template, {}, { mayManage: true }).parse(valuesOf(source));

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

describe("a change of nothing but the name", () => {
  const OPEN = Object.fromEntries(LAUNCH_FIELDS.map((field) => [field, "allowed" as const]));
  const full: ScheduleWithTpl["task_params"] = {
    ...task_params,
    dry_run: true,
    diff: true,
    environment: '{"undeclared":5,"more":{"a":[1]},"region":"eu"}',
    limit: "web1",
    arguments: '["-v"]',
    commit_hash: "3f9c2a71be00",
    build_task_id: 12,
    environment_id: 8,
    params: { tags: "a", skip_tags: "b", skip_galaxy_install: true },
  };
  const planned: ScheduleWithTpl["task_params"] = {
    ...full,
    debug: false,
    dry_run: false,
    diff: false,
    limit: "",
    params: { plan: true, destroy: true, auto_approve: true },
  };

  const renamed = (opened: ScheduleWithTpl, of: Template, stored = opened) => {
    const loaded = taskFormSource({ ...start, template: of }, opened, "stored");
    const task = newTaskSchema(loaded.start.template, {}, { mayManage: true }).parse(valuesOf(loaded));
    const form = ScheduleForm.parse({ ...formOf(opened), name: "Renamed" });
    return bodyOf(form, withUndeclared(task, loaded.start, stored), stored);
  };

  test.each<[string, Partial<ScheduleWithTpl>, Partial<Template>]>([
    ["of a deploy", { task_params: full }, { launch: OPEN }],
    ["of Terraform", { task_params: planned, mode: "check" }, { app: "terraform", launch: OPEN }],
    ["that runs once, to the second", { cron_format: "", run_at: "2199-10-27T00:30:17.000Z" }, {}],
    ["in another time zone", { timezone: "Asia/Tokyo", overlap: "skip", active: false }, {}],
  ])("keeps all the rest of a schedule %s", (_, more, rules) => {
    const schedule = { ...item, ...more };
    const body = renamed(schedule, { ...template, ...rules });
    expect(ScheduleChanges.parse(body)).toEqual(
      ScheduleChanges.parse({ ...schedule, project_id: null, name: "Renamed" }),
    );
  });

  test("keeps what the form does not show as others have stored it since it was opened", () => {
    const once = { ...item, cron_format: "", run_at: "2199-10-27T00:30:17.000Z" };
    const environment = '{"undeclared":"theirs","more":1,"region":"eu"}';
    const theirs = {
      run_at: "2199-10-27T00:30:40.000Z",
      repository_id: 4,
      task_params: { ...task_params, environment },
    };
    expect(renamed(once, template, { ...once, ...theirs })).toMatchObject({
      ...theirs,
      name: "Renamed",
      task_params: { environment },
    });
  });

  test("leaves out what the template no longer lets tasks set", () => {
    const fixed = Object.fromEntries(LAUNCH_FIELDS.map((field) => [field, "fixed" as const]));
    const { task_params: saved } = renamed({ ...item, task_params: full }, { ...template, launch: fixed });
    expect(ScheduleChanges.shape.task_params.parse(saved)).toMatchObject({
      message: "",
      limit: "",
      arguments: null,
      git_branch: "",
      build_task_id: null,
      inventory_id: null,
      environment_id: null,
      commit_hash: full.commit_hash,
      params: { skip_galaxy_install: true },
    });
  });
});

test("errors of the schedule and of its task are shown together", () => {
  const schema = scheduleWithTaskSchema(newTaskSchema(source.start.template, {}, { mayManage: true }));
  const values: ScheduleValues = { ...BLANK_SCHEDULE, ...BLANK_TASK, template_id: 5 };
  const paths = schema.safeParse(values).error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(paths).toEqual([
    ["name", "nameRequired"],
    ["answers.0.value", "variableRequired"],
  ]);
});
