import { z } from "zod";
import {
  AUTH_METHODS,
  type Integration,
  type IntegrationBody,
  IntegrationInput as Whole,
} from "@/lib/integration/schema";
import { plansFirst } from "@/lib/protocol/app";
import { parseArguments } from "@/lib/template/rules";
import { type LaunchField, launchFieldsOf, launchMode } from "@/lib/template/rules/launch";
import type { Names } from "@/lib/template/schema";

/** Values of the form; `task` holds the task parameters of its checkboxes. */
export const IntegrationForm = z.object({
  name: Whole.shape.name,
  template_id: Whole.shape.template_id,
  auth_method: z.enum(AUTH_METHODS),
  auth_header: Whole.shape.auth_header,
  auth_secret_id: Whole.shape.auth_secret_id,
  accept_get: z.boolean(),
  task: z.object({
    debug: z.boolean(),
    dry_run: z.boolean(),
    diff: z.boolean(),
    plan: z.boolean(),
    auto_approve: z.boolean(),
    arguments: z.array(z.string()),
  }),
});
export type IntegrationForm = z.output<typeof IntegrationForm>;
type FormValues = z.input<typeof IntegrationForm>;

export const BLANK_INTEGRATION: FormValues = {
  name: "",
  template_id: null,
  auth_method: "",
  auth_header: "",
  auth_secret_id: null,
  accept_get: false,
  task: { debug: false, dry_run: false, diff: false, plan: false, auto_approve: false, arguments: [] },
};

export function formOf({ task_params, ...item }: Integration): FormValues {
  const { name, template_id, auth_method, auth_header, auth_secret_id, accept_get } = item;
  const { params, ...task } = task_params ?? {};
  return {
    name,
    template_id,
    auth_method,
    auth_header,
    auth_secret_id,
    accept_get,
    task: {
      debug: task.debug ?? false,
      dry_run: task.dry_run ?? false,
      diff: task.diff ?? false,
      // Of an application that plans first, a dry run is a plan.
      plan: params?.plan ?? task.plan ?? task.dry_run ?? false,
      auto_approve: params?.auto_approve ?? task.auto_approve ?? false,
      arguments: parseArguments(task.arguments ?? "") ?? [],
    },
  };
}

/** The fields of a template that selects and task parameters need. */
export type TemplateChoice = Pick<Names["templates"][number], "id" | "name" | "app" | "type" | "launch">;

/** The fields of a template that the form needs. */
export const toChoice = ({ id, name, app, type, launch }: TemplateChoice): TemplateChoice => ({
  id,
  name,
  app,
  type,
  launch,
});

type AuthMethod = (typeof AUTH_METHODS)[number];

/** Methods with a configurable header. */
export const sendsHeader = (method: AuthMethod): method is "token" | "hmac" => method === "token" || method === "hmac";

/** The task parameters that the template lets integration managers set. */
export const shownParams = (template: TemplateChoice): ReadonlySet<LaunchField> =>
  new Set(launchFieldsOf(template).filter((field) => launchMode(template, field, { mayManage: true }) !== "fixed"));

/** The body of POST and PUT: only what applies to the selected options; fields not in the form keep their values. */
export function bodyOf(
  form: IntegrationForm,
  stored: Integration | null,
  templates: TemplateChoice[],
): IntegrationBody {
  const { name, template_id, auth_method } = form;
  const template = templates.find(({ id }) => id === template_id) ?? null;
  return {
    id: stored?.id ?? null,
    project_id: stored?.project_id ?? null,
    name,
    template_id,
    auth_method,
    auth_header: sendsHeader(auth_method) ? form.auth_header : "",
    auth_secret_id: auth_method === "" ? null : form.auth_secret_id,
    searchable: stored?.searchable ?? false,
    accept_get: form.accept_get,
    task_params: template ? taskParams(form.task, stored?.task_params ?? {}, template) : (stored?.task_params ?? null),
  };
}

type HookTask = NonNullable<Integration["task_params"]>;

/** What the template no longer lets tasks set is left out: it would be refused, and the form has no field to clear it. */
function taskParams(task: IntegrationForm["task"], stored: HookTask, template: TemplateChoice): HookTask {
  const shown = shownParams(template);
  const ifShown = <Value>(field: LaunchField, value: Value) => (shown.has(field) ? value : undefined);
  const { destroy, tags, skip_tags, skip_galaxy_install } = stored.params ?? {};
  return {
    message: ifShown("message", stored.message),
    debug: ifShown("debug", task.debug),
    dry_run: ifShown("dry_run", task.dry_run),
    diff: ifShown("diff", task.diff),
    destroy: ifShown("destroy", stored.destroy),
    tags: ifShown("tags", stored.tags),
    skip_tags: ifShown("skip_tags", stored.skip_tags),
    limit: ifShown("limit", stored.limit),
    git_branch: ifShown("git_branch", stored.git_branch),
    environment: stored.environment,
    arguments: ifShown("arguments", task.arguments.length > 0 ? JSON.stringify(task.arguments) : ""),
    inventory_id: ifShown("inventory_id", stored.inventory_id),
    environment_id: ifShown("environment_id", stored.environment_id),
    // In `params`, where they count before the same fields outside.
    plan: undefined,
    auto_approve: undefined,
    params: {
      plan: ifShown("plan", task.plan),
      auto_approve: plansFirst(template.app) ? task.auto_approve : undefined,
      destroy: ifShown("destroy", destroy),
      tags: ifShown("tags", tags),
      skip_tags: ifShown("skip_tags", skip_tags),
      skip_galaxy_install,
    } satisfies Record<keyof NonNullable<HookTask["params"]>, unknown>,
  } satisfies Record<keyof HookTask, unknown>;
}
