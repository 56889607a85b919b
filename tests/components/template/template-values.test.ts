import { expect, test } from "vitest";
import { CHECK_INTERVALS } from "@/components/template/form/commit-check/check-interval";
import { blankTemplate, TemplateForm, type TemplateValues } from "@/components/template/form/template-values";

const values = (app: string, more: Partial<TemplateValues> = {}): TemplateValues => ({
  ...blankTemplate({ app, view_id: null, repository_id: 4, environment_id: null }),
  name: "Deploy",
  playbook: "site.yml",
  ...more,
});

const problems = (of: TemplateValues) =>
  TemplateForm.safeParse(of).error?.issues.map(({ path, message }) => [path.join("."), message]);

test("an application asks for what it needs and nothing else", () => {
  expect(problems(values("bash"))).toBeUndefined();
  expect(problems(values("ansible"))).toEqual([["inventory_id", "templateInventoryRequired"]]);
  expect(problems(values("bash", { playbook: " " }))).toEqual([["playbook", "templatePlaybookRequired"]]);
  expect(problems(values("terraform", { playbook: "" }))).toBeUndefined();
});

test("all that is wrong shows at once, the commit check included", () => {
  const check = { on: true, repository_id: null, cron_format: CHECK_INTERVALS.hourly };
  expect(problems(values("bash", { name: "", repository_id: null, commit_check: check }))).toEqual([
    ["repository_id", "templateRepositoryRequired"],
    ["name", "templateNameRequired"],
    ["commit_check.repository_id", "templateRepositoryRequired"],
  ]);
});

test("a build needs its start version, a deploy its build template", () => {
  expect(problems(values("bash", { type: "build" }))).toEqual([["start_version", "startVersionRequired"]]);
  expect(problems(values("bash", { type: "deploy" }))).toEqual([["build_template_id", "buildTemplateRequired"]]);
});

test("what the type or the application hides is not saved", () => {
  const hidden = {
    start_version: "1.0",
    build_template_id: 9,
    autorun: true,
    inventory_id: 3,
    auto_approve: true,
    vaults: [{ id: null, name: "", vault_key_id: 1 }],
  };
  expect(TemplateForm.parse(values("bash", hidden)).template).toMatchObject({
    start_version: null,
    build_template_id: null,
    autorun: false,
    inventory_id: null,
    auto_approve: false,
    vaults: [],
  });
});

test("arguments are saved as JSON text, none as null", () => {
  expect(TemplateForm.parse(values("bash", { arguments: ["-v", "a b"] })).template.arguments).toBe('["-v","a b"]');
  expect(TemplateForm.parse(values("bash")).template.arguments).toBeNull();
});

test("a second default vault is refused at its own row", () => {
  const vaults = [
    { id: null, name: "", vault_key_id: 1 },
    { id: null, name: "  ", vault_key_id: 2 },
  ];
  expect(problems(values("ansible", { inventory_id: 1, vaults }))).toEqual([["vaults.1.name", "vaultNamesUnique"]]);
});
