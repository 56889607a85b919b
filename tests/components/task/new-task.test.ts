import { describe, expect, test } from "vitest";
import { newTaskSchema, placed, placeOfAnswers } from "@/components/task/start/new-task-schema";
import {
  differsFromDefaults,
  type PreviousTask,
  rulesOfRerun,
  startValues,
  undeclaredAnswers,
} from "@/components/task/start/new-task-values";
import { isRepeatable } from "@/components/task/start/repeatable";
import { answersOf, argumentsOf } from "@/components/task/task-inputs";
import { NewTaskInput } from "@/lib/task/schema";
import { launchFieldsOf } from "@/lib/template/rules/launch";
import type { SurveyVar, Template } from "@/lib/template/schema";

const variable = (name: string, type: SurveyVar["type"], required = false): SurveyVar => ({
  name,
  title: name,
  required,
  type,
  description: "",
  values: type === "enum" ? [{ name: "Dev", value: "dev" }] : null,
});

const survey = [
  variable("region", "", true),
  variable("count", "int"),
  variable("token", "secret"),
  variable("env", "enum"),
];

const template = (more: Partial<Template> = {}): Template => ({
  id: 5,
  project_id: 1,
  inventory_id: null,
  repository_id: 1,
  environment_id: null,
  environment_ids: [],
  view_id: null,
  build_template_id: null,
  name: "Deploy",
  description: null,
  app: "ansible",
  type: "",
  playbook: "site.yml",
  arguments: null,
  init_arguments: null,
  state_id: null,
  stack: "",
  declares_backend: false,
  launch: {},
  allow_override_args_in_task: false,
  allow_override_branch_in_task: false,
  task_params: {},
  start_version: null,
  autorun: false,
  git_branch: null,
  survey_vars: survey,
  vaults: [],
  suppress_success_alerts: false,
  allow_parallel_tasks: false,
  runner_tag: "",
  timeout_seconds: 0,
  always_ask: false,
  labels: [],
  graph: null,
  favorite: false,
  recent_tasks: [],
  auto_approve: false,
  tasks: 0,
  last_task_id: null,
  last_task: null,
  current_task: null,
  drift: null,
  ...more,
});

const previous: PreviousTask = {
  id: 3,
  message: "again",
  environment: '{"region":"eu","count":"2","undeclared":"x"}',
  debug: true,
  dry_run: false,
  diff: false,
  limit: "web1",
  arguments: '["-v"]',
  git_branch: "main",
  commit_hash: "3f9c2a71be00",
  commit_message: "fix",
  playbook: "",
  build_task_id: 12,
  incoming_version: "1.0.1",
  inventory_id: null,
  environment_id: null,
  params: { tags: "a" },
};

const start = (more: Partial<Parameters<typeof startValues>[0]> = {}) =>
  startValues({ template: template(), previous: null, newestBuildId: null, mayManage: false, ...more });

const answered = (...values: string[]) => ({ ...start(), answers: values.map((value) => ({ value })) });

const problems = (values: ReturnType<typeof start>, of = template()) =>
  newTaskSchema(of, {}, { mayManage: false })
    .safeParse(values)
    .error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the form reports", () => {
  test("a missing required answer", () => {
    expect(problems(start())).toEqual([["answers.0.value", "variableRequired"]]);
  });

  test("answers that are not whole numbers or not an option, at their fields", () => {
    expect(problems(answered("eu", "two", "", "prod"))).toEqual([
      ["answers.1.value", "digitsOnly"],
      ["answers.3.value", "notAnOption"],
    ]);
  });

  test("a deploy without a build", () => {
    expect(problems(answered("eu", "", "", ""), template({ type: "deploy" }))).toEqual([
      ["build_task_id", "buildVersionRequired"],
    ]);
  });
});

describe("the body of POST tasks", () => {
  test("separates secret answers, omits empty ones, and matches the server's schema", () => {
    const body = newTaskSchema(template(), {}, { mayManage: true }).parse(answered("eu", "2", "s3cret", ""));
    expect(body).toMatchObject({
      template_id: 5,
      environment: '{"region":"eu","count":"2"}',
      secret: '{"token":"s3cret"}',
    });
    expect(NewTaskInput.parse(body)).toMatchObject({
      environment: { region: "eu", count: "2" },
      params: {},
      arguments: null,
    });
  });

  test("contains only parameters that are switched on", () => {
    const values = { ...answered("eu", "", "", ""), plan: true, tags: "web" };
    expect(newTaskSchema(template(), {}, { mayManage: true }).parse(values).params).toEqual({
      plan: true,
      tags: "web",
    });
  });

  test("omits approval if the template approves automatically", () => {
    const auto = template({ auto_approve: true });
    const values = { ...answered("eu", "", "", ""), auto_approve: true };
    expect(newTaskSchema(auto, {}, { mayManage: true }).parse(values).params).toEqual({});
    expect(newTaskSchema(template(), {}, { mayManage: true }).parse(values).params).toEqual({ auto_approve: true });
  });
});

describe("a rerun", () => {
  test("by a manager copies the previous task, except its secrets", () => {
    const values = start({
      previous,
      mayManage: true,
      template: template({ type: "deploy", launch: { arguments: "ask" } }),
    });
    expect(values).toMatchObject({
      message: "again",
      debug: true,
      limit: "web1",
      tags: "a",
      git_branch: "main",
      commit_hash: "",
      arguments: ["-v"],
      build_task_id: 12,
      answers: [{ value: "eu" }, { value: "2" }, { value: "" }, { value: "" }],
    });
    expect(undeclaredAnswers({ template: template(), previous, mayManage: true })).toEqual({ undeclared: "x" });
  });

  test("by a member omits what only managers may set", () => {
    expect(start({ previous })).toMatchObject({
      limit: "",
      tags: "",
      git_branch: "",
      commit_hash: "",
      arguments: [],
      debug: true,
    });
    expect(undeclaredAnswers({ template: template(), previous, mayManage: false })).toEqual({});
  });

  test("of a deploy starts from the newest build", () => {
    expect(start({ newestBuildId: 40, template: template({ type: "deploy" }) }).build_task_id).toBe(40);
  });

  test("of a deploy whose build is gone leaves the choice of another one to the person", () => {
    const gone = { ...previous, environment: '{"region":"eu"}', build_task_id: null };
    const of = template({ type: "deploy" });
    const values = start({ previous: gone, newestBuildId: 40, template: of });
    expect(values.build_task_id).toBeNull();
    expect(problems(values, of)).toEqual([["build_task_id", "buildVersionRequired"]]);
    const optional = template({ type: "deploy", launch: { build_task_id: "allowed" } });
    expect(problems(values, optional)).toBeUndefined();
    expect(problems(values, rulesOfRerun(optional, gone))).toEqual([["build_task_id", "buildVersionRequired"]]);
    expect(rulesOfRerun(optional, previous)).toBe(optional);
  });

  test("keeps what the dialog has no field for", () => {
    const task = { ...previous, playbook: "other.yml", params: { skip_galaxy_install: true } };
    const body = (mayManage: boolean) =>
      newTaskSchema(template(), {}, { mayManage }).parse(start({ previous: task, mayManage }));
    expect(body(true)).toMatchObject({ playbook: "other.yml", params: { skip_galaxy_install: true } });
    expect(body(false)).toMatchObject({ playbook: "", params: { skip_galaxy_install: true } });
  });
});

describe("a previous task", () => {
  const plain: PreviousTask = {
    ...previous,
    message: "",
    debug: false,
    limit: "",
    arguments: null,
    git_branch: null,
    build_task_id: null,
    params: {},
  };
  const differs = (changes: Partial<PreviousTask>, more: Partial<Template> = {}) => {
    const of = { template: template(more), previous: { ...plain, ...changes }, newestBuildId: null, mayManage: true };
    return differsFromDefaults(launchFieldsOf(of.template), of);
  };

  test("like the template's defaults doesn't differ from them", () => {
    expect(differs({})).toBe(false);
    expect(differs({ git_branch: "main", inventory_id: 4 }, { git_branch: "main", inventory_id: 4 })).toBe(false);
  });

  test.each<[string, Partial<PreviousTask>, Partial<Template>]>([
    ["destroying", { params: { destroy: true } }, { app: "terraform" }],
    ["tags", { params: { tags: "a" } }, {}],
    ["another branch", { git_branch: "next" }, { git_branch: "main" }],
    ["another inventory", { inventory_id: 5 }, { inventory_id: 4 }],
    ["arguments", { arguments: '["-v"]' }, { launch: { arguments: "allowed" } }],
  ])("with %s does", (_, changes, more) => {
    expect(differs(changes, more)).toBe(true);
  });

  test("with a fixed field doesn't, because a rerun ignores it", () => {
    expect(differs({ params: { tags: "a" } }, { launch: { tags: "fixed" } })).toBe(false);
  });
});

test("server errors are shown at the answers they refer to", () => {
  const fields = {
    "environment.count": "Digits only",
    "secret.token": "Required",
    "params.plan": "No",
    message: "Too long",
  };
  expect(placeOfAnswers(template(), fields)).toEqual({
    "answers.1.value": "Digits only",
    "answers.2.value": "Required",
    plan: "No",
    message: "Too long",
  });
});

test("answers and arguments are parsed from a task's JSON", () => {
  expect(answersOf("")).toEqual([]);
  expect(answersOf('{"a":1,"b":{"c":true},"d":"x"}')).toEqual([
    ["a", "1"],
    ["b", '{"c":true}'],
    ["d", "x"],
  ]);
  expect(argumentsOf(null)).toEqual([]);
  expect(argumentsOf('["-v","--limit=a b"]')).toEqual(["-v", "--limit=a b"]);
});

describe("a task is run again unseen", () => {
  const plain = { ...previous, environment: "{}", limit: "", arguments: null, git_branch: null, params: {} };
  const repeats = (task: Partial<PreviousTask> = {}, of: Partial<Template> = {}, mayManage = false) =>
    isRepeatable(
      { template: template({ survey_vars: null, ...of }), builds: [] },
      { ...plain, ...task },
      { mayManage },
    );

  test("with options that the caller may set", () => {
    expect(repeats()).toBe(true);
    expect(repeats({ message: "go", debug: true })).toBe(true);
    expect(repeats({ limit: "web1" }, {}, true)).toBe(true);
    expect(repeats({ limit: "web1" }, { launch: { limit: "allowed" } })).toBe(true);
    expect(repeats({ playbook: "other.yml" }, {}, true)).toBe(true);
  });

  test.each<[string, Partial<PreviousTask>, Partial<Template>]>([
    ["a limit that the caller may not set", { limit: "web1" }, {}],
    ["a branch that the caller may not set", { git_branch: "hotfix" }, {}],
    ["a playbook that the caller may not set", { playbook: "other.yml" }, {}],
    ["a build that is gone", { build_task_id: null }, { type: "deploy", launch: { build_task_id: "allowed" } }],
    ["an answer that the caller may not give", { environment: '{"undeclared":"x"}' }, {}],
    ["an answer that may be secret", {}, { survey_vars: [variable("token", "secret")] }],
    ["a template that always asks", {}, { always_ask: true }],
    ["the destruction of everything", { params: { destroy: true } }, { app: "terraform", launch: { destroy: "ask" } }],
  ])("but not with %s", (_, task, of) => {
    expect(repeats(task, of)).toBe(false);
  });
});

test("a refusal about a variable that the form does not have says which", () => {
  const message = "This variable is required";
  const failure = { code: "invalid", message, fields: { "environment.ticket": message, limit: "Not allowed" } };
  expect(placed({ ok: false, failure }, template())).toMatchObject({
    failure: {
      message: `ticket: ${message}`,
      fields: { "environment.ticket": `ticket: ${message}`, limit: "Not allowed" },
    },
  });
});
