import { z } from "zod";
import {
  AUTH_METHODS,
  type Integration,
  type IntegrationInput,
  IntegrationInput as Whole,
} from "@/lib/integration/schema";
import { appFamily } from "@/lib/protocol/app";
import { parseArguments } from "@/lib/template/rules";

/** What the form holds; `task` are the parameters that its checkboxes stand for. */
export const IntegrationForm = z.object({
  name: Whole.shape.name,
  template_id: Whole.shape.template_id,
  auth_method: z.enum(AUTH_METHODS),
  auth_header: Whole.shape.auth_header,
  auth_secret_id: Whole.shape.auth_secret_id,
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
  task: { debug: false, dry_run: false, diff: false, plan: false, auto_approve: false, arguments: [] },
};

export function formOf({ task_params, ...item }: Integration): FormValues {
  const { name, template_id, auth_method, auth_header, auth_secret_id } = item;
  const { params, ...task } = task_params ?? {};
  return {
    ...{ name, template_id, auth_method, auth_header, auth_secret_id },
    task: {
      debug: task.debug ?? false,
      dry_run: task.dry_run ?? false,
      diff: task.diff ?? false,
      plan: params?.plan ?? task.plan ?? false,
      auto_approve: params?.auto_approve ?? task.auto_approve ?? false,
      arguments: parseArguments(task.arguments ?? "") ?? [],
    },
  };
}

/** What a select, and the task parameters, need to know of a template. */
export type TemplateChoice = { id: number; name: string; app: string; allow_override_args_in_task: boolean };

type AuthMethod = (typeof AUTH_METHODS)[number];

/** Methods whose header one chooses. */
export const sendsHeader = (method: AuthMethod): method is "token" | "hmac" => method === "token" || method === "hmac";

/** The body of POST and PUT: only what applies to the choices made; what the form does not show stays. */
export function bodyOf(form: IntegrationForm, item: Integration | null, templates: TemplateChoice[]): IntegrationInput {
  const { name, template_id, auth_method } = form;
  const template = templates.find(({ id }) => id === template_id) ?? null;
  return {
    id: item?.id ?? null,
    project_id: item?.project_id ?? null,
    name,
    template_id,
    auth_method,
    auth_header: sendsHeader(auth_method) ? form.auth_header : "",
    auth_secret_id: auth_method === "" ? null : form.auth_secret_id,
    searchable: item?.searchable ?? false,
    task_params: template && taskParams(form.task, item?.task_params ?? {}, template),
  };
}

function taskParams(
  { debug, dry_run, diff, plan, auto_approve, arguments: list }: IntegrationForm["task"],
  stored: NonNullable<Integration["task_params"]>,
  template: TemplateChoice,
): NonNullable<Integration["task_params"]> {
  const { debug: _debug, dry_run: _dry, diff: _diff, plan: _plan, auto_approve: _approve, ...kept } = stored;
  const family = appFamily(template.app);
  return {
    ...kept,
    ...(family === "ansible" && { debug, dry_run, diff }),
    ...(template.allow_override_args_in_task && { arguments: list.length > 0 ? JSON.stringify(list) : "" }),
    params: {
      ...stored.params,
      plan: undefined,
      auto_approve: undefined,
      ...(family === "terraform" && { plan, auto_approve }),
    },
  };
}
