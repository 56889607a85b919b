import { describe, expect, test } from "vitest";
import {
  BLANK_INTEGRATION,
  bodyOf,
  formOf,
  IntegrationForm,
  type TemplateChoice,
} from "@/components/integration/integration-form-schema";
import { type Integration, IntegrationInput } from "@/lib/integration/schema";
import { LAUNCH_FIELDS, type Launch, type LaunchMode } from "@/lib/template/rules/launch";

const every = (mode: LaunchMode): Launch => Object.fromEntries(LAUNCH_FIELDS.map((field) => [field, mode]));

const template = (app: string, launch: Launch = every("allowed")): TemplateChoice => ({
  id: 5,
  name: "Deploy",
  app,
  type: "",
  launch,
});

const ANSIBLE: NonNullable<Integration["task_params"]> = {
  message: "pushed",
  debug: true,
  dry_run: true,
  diff: true,
  tags: "a",
  skip_tags: "b",
  limit: "web1",
  git_branch: "main",
  environment: '{"region":"eu","count":5}',
  arguments: '["-v"]',
  inventory_id: 7,
  environment_id: 8,
  params: { tags: "c", skip_tags: "d", skip_galaxy_install: true },
};
const TERRAFORM: NonNullable<Integration["task_params"]> = {
  message: "pushed",
  git_branch: "main",
  arguments: '["-var=a=b"]',
  inventory_id: 7,
  environment_id: 8,
  destroy: true,
  params: { plan: true, auto_approve: true, destroy: true },
};

const item: Integration = {
  id: 3,
  project_id: 1,
  name: "Push",
  template_id: 5,
  auth_method: "hmac",
  auth_secret_id: 2,
  auth_header: "X-Signature",
  searchable: true,
  accept_get: true,
  task_params: null,
};

const saved = (stored: Integration, templates: TemplateChoice[], changes: object = { name: "Renamed" }) =>
  IntegrationInput.parse(bodyOf(IntegrationForm.parse({ ...formOf(stored), ...changes }), stored, templates));

/** Without the options that are off, which the form sends as well. */
const shortened = (task: Integration["task_params"]) => {
  const { params, ...fields } = task ?? {};
  const set = (object: object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value));
  return { ...set(fields), params: set(params ?? {}) };
};

describe("a change of nothing but the name", () => {
  test.each([
    ["Ansible", template("ansible"), ANSIBLE],
    ["Terraform", template("terraform"), TERRAFORM],
  ])("keeps all the rest of an integration for %s", (_, choice, task_params) => {
    const { task_params: task, ...others } = saved({ ...item, task_params }, [choice]);
    const { task_params: _task, ...stored } = item;
    expect(others).toEqual({ ...stored, name: "Renamed" });
    expect(shortened(task)).toEqual(task_params);
  });

  test("keeps the task of an integration that starts nothing yet", () => {
    const stored = { ...item, template_id: null, task_params: ANSIBLE };
    expect(saved(stored, [template("ansible")]).task_params).toEqual(ANSIBLE);
  });

  test("keeps a dry run of an application that plans first as a plan", () => {
    const { task_params } = saved({ ...item, task_params: { dry_run: true } }, [template("terraform")]);
    expect(shortened(task_params)).toEqual({ params: { plan: true } });
  });
});

test("what the template no longer lets tasks set is left out", () => {
  const fixed = saved({ ...item, task_params: ANSIBLE }, [template("ansible", every("fixed"))]);
  expect(shortened(fixed.task_params)).toEqual({
    environment: ANSIBLE.environment,
    params: { skip_galaxy_install: true },
  });
  const script = saved({ ...item, task_params: { ...ANSIBLE, params: TERRAFORM.params } }, [template("bash")]);
  expect(shortened(script.task_params)).toEqual({
    message: "pushed",
    git_branch: "main",
    environment: ANSIBLE.environment,
    arguments: '["-v"]',
    environment_id: 8,
    params: {},
  });
});

test("a new integration sends only the options of its template", () => {
  const form = IntegrationForm.parse({ ...BLANK_INTEGRATION, name: "Push", template_id: 5 });
  expect(bodyOf(form, null, [template("bash", {})]).task_params).toEqual({ params: {} });
});
