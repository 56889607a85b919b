import { z } from "zod";
import { EVERY_MINUTE } from "@/components/template/form/commit-check/check-interval";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { stateKindOf } from "@/lib/state/rules/workspace";
import { parseArguments } from "@/lib/template/rules";
import { hasInventory, type LaunchField, type LaunchMode } from "@/lib/template/rules/launch";
import { type CommitCheck, type SurveyVar, type Template, TemplateInput } from "@/lib/template/schema";
import type { Vault } from "@/lib/template/schema/vaults";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type VaultValues = {
  id: number | null;
  name: string;
  /** As it is stored, which other clients may do in capitals. */
  stored_name?: string;
  type: Vault["type"];
  vault_key_id: number | null;
  script: string;
};

/** Start a task whenever the branch of a repository has a new head; `on` false: don't. */
export type CommitCheckValues = { on: boolean; repository_id: number | null; cron_format: string };

/** In place of the id of a state: the next run makes one. */
export const NEW_STATE = "new";

/** What the template form holds. */
export type TemplateFormValues = {
  name: string;
  description: string;
  app: string;
  type: "" | "build" | "deploy";
  start_version: string;
  build_template_id: number | null;
  autorun: boolean;
  playbook: string;
  view_id: number | null;
  repository_id: number | null;
  git_branch: string;
  inventory_id: number | null;
  /** In their order: a later one overrides those before. */
  environment_ids: number[];
  runner_tag: string;
  survey_vars: SurveyVar[];
  vaults: VaultValues[];
  /** For Ansible tasks that bring none of their own; `allow_auto_approve` is set by other clients, and kept. */
  task_params: { limit: string[]; tags: string[]; skip_tags: string[]; allow_auto_approve: boolean };
  /** A list, or the JSON text that is edited instead. */
  arguments: string[] | string;
  init_arguments: string[] | string;
  /** An id or NEW_STATE; "": a copy has to choose. */
  state_id: string;
  stack: string;
  /** Null, or missing: the standard. */
  launch: Partial<Record<LaunchField, LaunchMode | null>>;
  allow_parallel_tasks: boolean;
  timeout_seconds: number;
  auto_approve: boolean;
  suppress_success_alerts: boolean;
  always_ask: boolean;
  labels: string[];
  /** Only workflows have one. */
  graph: WorkflowGraph | null;
  /** There is a text in its place that can't be read. */
  graph_unreadable: boolean;
  commit_check: CommitCheckValues;
};

/** What it makes: the body of POST and PUT, and the commit check that goes with it. */
export type TemplateFormOutput = { template: TemplateInput; commit_check: CommitCheckValues };

export const TemplateFormSchema: z.ZodType<TemplateFormOutput, TemplateFormValues> = z
  .custom<TemplateFormValues>()
  .transform((values, context) => {
    const { commit_check } = values;
    const template = TemplateInput.safeParse(inputOf(values));
    for (const { path, message } of template.error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
    const lacksState = stateKindOf(values.app) !== null && values.state_id === "";
    if (lacksState) context.addIssue({ code: "custom", path: ["state_id"], message: "stateChoiceRequired" });
    const lacksRepository = commit_check.on && commit_check.repository_id === null;
    if (lacksRepository) {
      context.addIssue({
        code: "custom",
        path: ["commit_check", "repository_id"],
        message: "templateRepositoryRequired",
      });
    }
    if (values.graph_unreadable) context.addIssue({ code: "custom", path: ["graph"], message: "textUnreadable" });
    return template.data && !lacksRepository && !lacksState && !values.graph_unreadable
      ? { template: template.data, commit_check }
      : z.NEVER;
  });

/** Fields that the type or the application hides do not count; those of the form alone are stripped by the schema. */
function inputOf(values: TemplateFormValues): z.input<typeof TemplateInput> {
  const family = appFamily(values.app);
  const isWorkflow = values.app === WORKFLOW_APP;
  return {
    ...values,
    ...(isWorkflow && { ...NO_PROGRAM, graph: values.graph ?? EMPTY_GRAPH }),
    start_version: values.type === "build" ? values.start_version : null,
    build_template_id: values.type === "deploy" ? values.build_template_id : null,
    autorun: values.type === "deploy" && values.autorun,
    environment_id: isWorkflow ? null : (values.environment_ids[0] ?? null),
    inventory_id: hasInventory(values.app) ? values.inventory_id : null,
    vaults: family === "ansible" ? values.vaults.map((vault) => ({ ...vault, name: vaultName(vault) })) : [],
    auto_approve: plansFirst(values.app) && values.auto_approve,
    arguments: isWorkflow ? null : argumentsText(values.arguments),
    init_arguments: family === "terraform" ? argumentsText(values.init_arguments) : null,
    stack: family === "pulumi" ? values.stack : "",
    state_id: stateKindOf(values.app) && values.state_id !== NEW_STATE ? Number(values.state_id) : null,
  };
}

/** In lower case, if it was typed here. */
export const vaultName = ({ name, stored_name }: Pick<VaultValues, "name" | "stored_name">): string =>
  name === stored_name ? name : name.trim().toLowerCase();

/** A text that is no list is left to the schema, which rejects it. */
function argumentsText(value: string[] | string): string | null {
  const list = typeof value === "string" ? parseArguments(value) : value;
  if (!list) return String(value);
  return list.length > 0 ? JSON.stringify(list) : null;
}
const EMPTY_GRAPH: WorkflowGraph = { nodes: [], edges: [] };

/** A workflow runs only what its nodes run. */
const NO_PROGRAM = { playbook: "", repository_id: null, git_branch: "", environment_ids: [], runner_tag: "" };

const NO_CHECK: CommitCheckValues = { on: false, repository_id: null, cron_format: EVERY_MINUTE };

type Blank = { app: string; view_id: number | null; repository_id: number | null; environment_id: number | null };

/** A new template; where there is only one repository or environment, that is it. */
export const blankTemplate = ({ environment_id, ...known }: Blank): TemplateFormValues => ({
  ...known,
  environment_ids: environment_id === null ? [] : [environment_id],
  name: "",
  description: "",
  type: "",
  start_version: "",
  build_template_id: null,
  autorun: false,
  playbook: "",
  git_branch: "",
  inventory_id: null,
  runner_tag: "",
  survey_vars: [],
  vaults: [],
  task_params: { limit: [], tags: [], skip_tags: [], allow_auto_approve: false },
  arguments: [],
  init_arguments: [],
  state_id: NEW_STATE,
  stack: "",
  launch: {},
  allow_parallel_tasks: false,
  timeout_seconds: 0,
  auto_approve: false,
  suppress_success_alerts: false,
  always_ask: false,
  labels: [],
  graph_unreadable: false,
  graph: known.app === WORKFLOW_APP ? EMPTY_GRAPH : null,
  commit_check: NO_CHECK,
});

/** The form shows one of a template's commit checks: one that is on, if there is any. */
export const shownCheck = (checks: CommitCheck[]): CommitCheck | undefined =>
  checks.find(({ active }) => active) ?? checks[0];

/** A stored template and its commit checks as the form holds them. */
export function templateFormValues(template: Template, checks: CommitCheck[]): TemplateFormValues {
  const check = shownCheck(checks);
  return {
    name: template.name,
    description: template.description ?? "",
    app: template.app,
    type: template.type,
    start_version: template.start_version ?? "",
    build_template_id: template.build_template_id,
    autorun: template.autorun,
    playbook: template.playbook,
    view_id: template.view_id,
    repository_id: template.repository_id,
    git_branch: template.git_branch ?? "",
    inventory_id: template.inventory_id,
    environment_ids: template.environment_ids,
    runner_tag: template.runner_tag,
    survey_vars: template.survey_vars ?? [],
    vaults: template.vaults.map(({ id, name, type, vault_key_id, script }) => ({
      id,
      name: name ?? "",
      stored_name: name ?? "",
      type,
      vault_key_id,
      script: script ?? "",
    })),
    task_params: paramsOf(template),
    arguments: parseArguments(template.arguments ?? "[]") ?? [],
    init_arguments: parseArguments(template.init_arguments ?? "[]") ?? [],
    state_id: String(template.state_id ?? NEW_STATE),
    stack: template.stack,
    // The flags of other clients say no more.
    launch: template.launch,
    allow_parallel_tasks: template.allow_parallel_tasks,
    timeout_seconds: template.timeout_seconds,
    auto_approve: template.auto_approve,
    suppress_success_alerts: template.suppress_success_alerts,
    always_ask: template.always_ask,
    labels: template.labels,
    graph: template.graph,
    graph_unreadable: false,
    commit_check: check
      ? { on: check.active, repository_id: check.repository_id, cron_format: check.cron_format }
      : { ...NO_CHECK, repository_id: template.repository_id },
  };
}

const paramsOf = ({
  task_params: { limit = [], tags = [], skip_tags = [], allow_auto_approve = false },
}: Template) => ({
  limit,
  tags,
  skip_tags,
  allow_auto_approve,
});

/** Starting values of a copy: its vaults are new rows, and the user has to choose its state. */
export const copyValues = (template: Template, name: string): TemplateFormValues => {
  const values = templateFormValues(template, []);
  const state_id = template.state_id === null ? NEW_STATE : "";
  return { ...values, name, state_id, vaults: values.vaults.map((vault) => ({ ...vault, id: null })) };
};
