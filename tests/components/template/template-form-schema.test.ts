import { expect, test } from "vitest";
import { CHECK_INTERVALS } from "@/components/template/form/commit-check/check-interval";
import {
  blankTemplate,
  copyValues,
  NEW_STATE,
  TemplateFormSchema,
  type TemplateFormValues,
} from "@/components/template/form/template-form-schema";
import type { Template } from "@/lib/template/schema";

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
