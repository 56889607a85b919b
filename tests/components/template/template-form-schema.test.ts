import { describe, expect, test } from "vitest";
import { CHECK_INTERVALS } from "@/components/template/form/commit-check/check-interval";
import {
  blankTemplate,
  copyValues,
  NEW_STATE,
  TemplateFormSchema,
  type TemplateFormValues,
  templateFormValues,
} from "@/components/template/form/template-form-schema";
import { type Template, TemplateInput } from "@/lib/template/schema";
import { templateColumns } from "@/lib/template/store";
import { WorkflowGraph } from "@/lib/workflow/schema";

const values = (app: string, more: Partial<TemplateFormValues> = {}): TemplateFormValues => ({
  ...blankTemplate({ app, view_id: null, repository_id: 4, environment_id: null }),
  name: "Deploy",
  playbook: "site.yml",
  ...more,
});

const problems = (of: TemplateFormValues) =>
  TemplateFormSchema.safeParse(of).error?.issues.map(({ path, message }) => [path.join("."), message]);

const vault = (name: string) => ({ id: null, name, type: "password" as const, vault_key_id: 1, script: "" });

test("an application requires only the fields it needs", () => {
  expect(problems(values("bash"))).toBeUndefined();
  expect(problems(values("ansible"))).toEqual([["inventory_id", "templateInventoryRequired"]]);
  expect(problems(values("bash", { playbook: " " }))).toEqual([["playbook", "templatePlaybookRequired"]]);
  expect(problems(values("terraform", { playbook: "" }))).toBeUndefined();
});

test("all errors are shown at once, including those of the commit check", () => {
  const check = { on: true, repository_id: null, cron_format: CHECK_INTERVALS.hourly };
  expect(problems(values("bash", { name: "", repository_id: null, commit_check: check }))).toEqual([
    ["name", "templateNameRequired"],
    ["repository_id", "templateRepositoryRequired"],
    ["commit_check.repository_id", "templateRepositoryRequired"],
  ]);
});

test("a build requires a start version, a deploy its build template", () => {
  expect(problems(values("bash", { type: "build" }))).toEqual([["start_version", "startVersionRequired"]]);
  expect(problems(values("bash", { type: "deploy" }))).toEqual([["build_template_id", "buildTemplateRequired"]]);
});

test("fields hidden by the type or application are not saved", () => {
  const hidden = {
    start_version: "1.0",
    build_template_id: 9,
    autorun: true,
    inventory_id: 3,
    auto_approve: true,
    vaults: [vault("")],
  };
  expect(TemplateFormSchema.parse(values("bash", hidden)).template).toMatchObject({
    start_version: null,
    build_template_id: null,
    autorun: false,
    inventory_id: null,
    auto_approve: false,
    vaults: [],
  });
});

test("arguments are saved as JSON, or as null without any", () => {
  expect(TemplateFormSchema.parse(values("bash", { arguments: ["-v", "a b"] })).template.arguments).toBe(
    '["-v","a b"]',
  );
  expect(TemplateFormSchema.parse(values("bash")).template.arguments).toBeNull();
});

test("arguments written as JSON are saved like a list; other JSON is rejected at the field", () => {
  const written = (text: string) => TemplateFormSchema.safeParse(values("bash", { arguments: text }));
  expect(written('[\n  "-v"\n]').data?.template.arguments).toBe('["-v"]');
  for (const none of ["", "[]"]) expect(written(none).data?.template.arguments).toBeNull();
  for (const wrong of ["{}", "[1]", '["-v"'])
    expect(written(wrong).error?.issues).toMatchObject([{ path: ["arguments"], message: "templateArgumentsInvalid" }]);
});

test("a vault's name is lower-case", () => {
  const { template } = TemplateFormSchema.parse(values("ansible", { inventory_id: 1, vaults: [vault(" Prod ")] }));
  expect(template.vaults).toMatchObject([{ name: "prod" }]);
});

test("a stored one keeps its capitals until it is changed", () => {
  const stored = (name: string) => ({ ...vault(name), stored_name: "Prod" });
  const vaults = [stored("Prod"), stored("Stage")];
  const { template } = TemplateFormSchema.parse(values("ansible", { inventory_id: 1, vaults }));
  expect(template.vaults.map(({ name }) => name)).toEqual(["Prod", "stage"]);
});

test("a second default vault is rejected at its row", () => {
  const vaults = [vault(""), vault("  ")];
  expect(problems(values("ansible", { inventory_id: 1, vaults }))).toEqual([["vaults.1.name", "vaultNamesUnique"]]);
});

test("a state is saved by its id, a new one as null, and only for applications with states", () => {
  const saved = (app: string, state_id: string) =>
    TemplateFormSchema.parse(values(app, { inventory_id: 1, state_id })).template.state_id;
  expect(saved("terraform", "7")).toBe(7);
  expect(saved("pulumi", "7")).toBe(7);
  expect(saved("tofu", NEW_STATE)).toBeNull();
  expect(saved("bash", "7")).toBeNull();
});

test("only Terraform has init arguments, only Pulumi a stack", () => {
  const both = { inventory_id: 1, init_arguments: ["-upgrade"], stack: "prod" };
  expect(TemplateFormSchema.parse(values("tofu", both)).template).toMatchObject({
    init_arguments: '["-upgrade"]',
    stack: "",
  });
  expect(TemplateFormSchema.parse(values("pulumi", both)).template).toMatchObject({
    init_arguments: null,
    stack: "prod",
  });
  expect(TemplateFormSchema.parse(values("ansible", both)).template).toMatchObject({ init_arguments: null, stack: "" });
});

test("a copy asks whose state to use, if there is one", () => {
  const fields = { vaults: [], task_params: {}, repository_id: 4, name: "Deploy", app: "terraform", type: "" };
  const source = fields as unknown as Template;
  expect(copyValues({ ...source, state_id: null }, "Copy").state_id).toBe(NEW_STATE);
  const { state_id } = copyValues({ ...source, state_id: 7 }, "Copy");
  expect(problems(values("terraform", { state_id }))).toEqual([["state_id", "stateChoiceRequired"]]);
  expect(problems(values("bash", { state_id }))).toBeUndefined();
});

test("a workflow has a graph, and none of the fields of a program", () => {
  const graph = { nodes: [], edges: [] };
  const { template } = TemplateFormSchema.parse({
    ...blankTemplate({ app: "workflow", view_id: null, repository_id: 4, environment_id: 5 }),
    name: "Release",
    playbook: "run.sh",
    arguments: ["-v"],
    git_branch: "main",
    runner_tag: "gpu",
    graph,
  });
  expect(template).toMatchObject({
    playbook: "",
    repository_id: null,
    git_branch: null,
    environment_id: null,
    environment_ids: [],
    runner_tag: "",
    inventory_id: null,
    graph,
  });
  expect(template.arguments).toBeNull();
});

test("a workflow whose text can't be read is not saved", () => {
  expect(problems(values("workflow", { graph_unreadable: true }))).toEqual([["graph", "textUnreadable"]]);
});

test("nor is one with a duration that can't be read", () => {
  const [node] = WorkflowGraph.parse({ nodes: [{ kind: "approval", key: "ask" }], edges: [] }).nodes;
  const nodes = node?.kind === "approval" ? [{ ...node, deadline_seconds: Number.NaN }] : [];
  expect(problems(values("workflow", { graph: { nodes, edges: [] } }))).toEqual([
    ["graph.nodes.0.deadline_seconds", "durationInvalid"],
  ]);
});

describe("a change of nothing but the name", () => {
  const stored: Template = {
    id: 5,
    project_id: 1,
    inventory_id: 3,
    repository_id: 4,
    environment_id: 8,
    environment_ids: [8, 6],
    view_id: 2,
    build_template_id: null,
    name: "Deploy",
    description: "To production",
    app: "ansible",
    type: "build",
    playbook: "site.yml",
    arguments: '["-v","a b"]',
    init_arguments: null,
    state_id: null,
    stack: "",
    declares_backend: false,
    launch: { arguments: "allowed", message: "fixed", limit: "ask" },
    allow_override_args_in_task: true,
    allow_override_branch_in_task: false,
    task_params: { limit: ["web1"], tags: ["a"], skip_tags: ["b"], skip_galaxy_install: true },
    start_version: "1.0.0",
    autorun: false,
    git_branch: "main",
    survey_vars: [
      {
        name: "region",
        title: "Region",
        required: true,
        type: "enum",
        description: "Where",
        values: [{ name: "EU", value: "eu" }],
      },
      { name: "count", title: "Count", required: false, type: "integer", description: "", values: null },
    ],
    vaults: [
      { id: 1, project_id: 1, template_id: 5, type: "password", vault_key_id: 9, script: null, name: "Prod" },
      { id: 2, project_id: 1, template_id: 5, type: "script", vault_key_id: null, script: "pass.sh", name: null },
    ],
    suppress_success_alerts: true,
    allow_parallel_tasks: true,
    runner_tag: "gpu",
    timeout_seconds: 60,
    auto_approve: false,
    always_ask: true,
    labels: ["web", "eu"],
    graph: null,
    favorite: true,
    tasks: 7,
    last_task_id: 70,
    last_task: null,
    current_task: null,
    recent_tasks: [],
    drift: null,
  };
  const PLAIN = { inventory_id: null, vaults: [], task_params: {} };
  const node = { kind: "approval", key: "ask", text: "Go?", roles: ["owner"], not_starter: true };

  test.each<[string, Partial<Template>]>([
    ["Ansible", {}],
    ["Ansible that deploys", { type: "deploy", start_version: null, build_template_id: 6, autorun: true }],
    [
      "OpenTofu",
      {
        ...PLAIN,
        app: "tofu",
        inventory_id: 3,
        init_arguments: '["-upgrade"]',
        state_id: 12,
        auto_approve: true,
        task_params: { allow_auto_approve: true, override_backend: true, backend_filename: "backend.tf" },
      },
    ],
    ["Pulumi", { ...PLAIN, app: "pulumi", state_id: 12, stack: "prod", auto_approve: true }],
    ["a script", { ...PLAIN, app: "python" }],
    [
      "a workflow",
      {
        ...PLAIN,
        app: "workflow",
        playbook: "",
        repository_id: null,
        git_branch: null,
        environment_id: null,
        environment_ids: [],
        runner_tag: "",
        arguments: null,
        graph: WorkflowGraph.parse({ nodes: [node], edges: [] }),
      },
    ],
  ])("keeps all the rest of a template of %s", (_, more) => {
    const template = { ...stored, ...more };
    const renamed = { ...template, name: "Renamed" };
    const body = TemplateFormSchema.parse({ ...templateFormValues(template, []), name: "Renamed" }).template;
    expect(templateColumns(body, template)).toEqual(templateColumns(TemplateInput.parse(renamed), template));
    expect(body.environment_ids).toEqual(template.environment_ids);
    expect(body.vaults).toEqual(TemplateInput.parse(renamed).vaults);
  });
});
