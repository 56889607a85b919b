import { z } from "zod";
import { TemplateDrift } from "@/lib/drift/schema";
import {
  count,
  flag,
  IdParam,
  keptIfAbsent,
  listQuery,
  optionalId,
  optionalText,
  ProjectParams,
  requiredId,
  requiredName,
  requiredText,
  text,
  trimmedText,
  withLimit,
} from "@/lib/operation/fields";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { TaskWithTpl } from "@/lib/queue/schema";
import { isBranchName, isRepositoryPath } from "@/lib/repository/rules";
import { isStackName, stateKindOf } from "@/lib/state/rules/workspace";
import {
  parseArguments,
  repeatedAt,
  requiredFields,
  SURVEY_TYPES,
  surveyKind,
  surveyVarProblems,
  TEMPLATE_TYPES,
} from "@/lib/template/rules";
import { Launch, LaunchInput } from "@/lib/template/schema/launch";
import { StoredTaskParams, TemplateTaskParams } from "@/lib/template/schema/task-params";
import { Vault, VaultInput } from "@/lib/template/schema/vaults";
import { WorkflowGraph } from "@/lib/workflow/schema";

const SurveyVar = z.object({
  name: z.string(),
  title: z.string(),
  required: z.boolean(),
  type: z.enum(SURVEY_TYPES),
  description: z.string(),
  values: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
});
export type SurveyVar = z.infer<typeof SurveyVar>;

export const Template = z.object({
  id: z.int(),
  project_id: z.int(),
  inventory_id: z.int().nullable(),
  /** Null for a workflow. */
  repository_id: z.int().nullable(),
  /** The first of environment_ids. */
  environment_id: z.int().nullable(),
  /** In their order: a later one overrides those before. */
  environment_ids: z.array(z.int()),
  view_id: z.int().nullable(),
  build_template_id: z.int().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  app: z.string(),
  type: z.enum(TEMPLATE_TYPES),
  playbook: z.string(),
  arguments: z.string().nullable(),
  init_arguments: z.string().nullable(),
  /** Null until the first run of an application that keeps a state. */
  state_id: z.int().nullable(),
  stack: z.string(),
  /** The newest run found that its code keeps the state elsewhere. */
  declares_backend: z.boolean(),
  launch: Launch,
  allow_override_args_in_task: z.boolean(),
  allow_override_branch_in_task: z.boolean(),
  task_params: StoredTaskParams,
  start_version: z.string().nullable(),
  autorun: z.boolean(),
  git_branch: z.string().nullable(),
  survey_vars: z.array(SurveyVar).nullable(),
  vaults: z.array(Vault),
  suppress_success_alerts: z.boolean(),
  allow_parallel_tasks: z.boolean(),
  runner_tag: z.string(),
  timeout_seconds: z.int(),
  auto_approve: z.boolean(),
  /** The console asks for task options even where none needs a value. */
  always_ask: z.boolean(),
  labels: z.array(z.string()),
  /** Only workflows have one. */
  graph: WorkflowGraph.nullable(),
  /** The caller lists it first. */
  favorite: z.boolean(),
  tasks: z.int(),
  last_task_id: z.int().nullable(),
  last_task: TaskWithTpl.nullable(),
  /** The newest task at work, unless that is the last one. */
  current_task: TaskWithTpl.nullable(),
  /** Newest first, at most five. */
  recent_tasks: z.array(TaskWithTpl.pick({ id: true, status: true, reason: true })),
  /** Null: it was never checked for drift. */
  drift: TemplateDrift.nullable(),
});
export type Template = z.infer<typeof Template>;

const Named = z.object({ id: z.int(), name: z.string() });

/** What a screen that names templates, or what they refer to, has to know of them. */
export const Names = z.object({
  inventories: z.array(Named),
  environments: z.array(Named),
  repositories: z.array(Named),
  templates: z.array(Named.extend({ type: z.enum(TEMPLATE_TYPES), app: z.string(), launch: Launch })),
});
export type Names = z.infer<typeof Names>;

/** A commit check of the template: it starts a task when the repository's branch has a new head. */
export const CommitCheck = z.object({
  id: z.int(),
  project_id: z.int(),
  template_id: z.int(),
  cron_format: z.string(),
  name: z.string(),
  active: z.boolean(),
  repository_id: z.int().nullable(),
});
export type CommitCheck = z.infer<typeof CommitCheck>;

export const TemplateParams = ProjectParams.extend({ templateId: IdParam });
export const FavoriteInput = z.object({ favorite: z.boolean() });
export const TemplateQuery = listQuery(["name", "playbook", "inventory", "environment", "repository"]);
export type TemplateQuery = z.output<typeof TemplateQuery>;

export const SurveyVarInput = z
  .object({
    name: requiredName("surveyNameRequired"),
    title: requiredText("surveyTitleRequired"),
    required: flag(),
    type: z
      .enum(SURVEY_TYPES)
      .nullish()
      .transform((type) => type ?? ""),
    description: text(1000),
    values: z
      .array(z.object({ name: text(255), value: text(1000) }))
      .max(500, withLimit("tooLarge", 500))
      .nullish()
      .transform((values) => values ?? null),
  })
  .superRefine((variable, context) => {
    for (const { path, key } of surveyVarProblems(variable)) context.addIssue({ code: "custom", path, message: key });
  })
  .transform((variable) => ({ ...variable, values: surveyKind(variable.type) === "enum" ? variable.values : null }));

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max, withLimit("tooLarge", max))
    .nullish()
    .transform((items) => items ?? []);

const argumentsText = () =>
  optionalText(64 * 1024).refine(
    (value) => value === null || parseArguments(value) !== null,
    "templateArgumentsInvalid",
  );

const branch = () => optionalText(255).refine((name) => name === null || isBranchName(name), "branchInvalid");

const MAX_ENVIRONMENTS = 20;

const fields = z.object({
  id: optionalId(),
  project_id: optionalId(),
  inventory_id: optionalId(),
  repository_id: optionalId(),
  /** Absent: the client left it out, or knows the list. */
  environment_id: keptIfAbsent(optionalId()),
  /** Null: the client knows one environment only. */
  environment_ids: z
    .array(optionalId())
    .max(MAX_ENVIRONMENTS, withLimit("tooLarge", MAX_ENVIRONMENTS))
    .transform((ids) => [...new Set(ids.flatMap((id) => id ?? []))])
    .nullish(),
  view_id: optionalId(),
  build_template_id: optionalId(),
  name: requiredName("templateNameRequired"),
  description: optionalText(10_000),
  /** Any text passes here, so that the refusal can name it. */
  app: text(100),
  type: z
    .enum(TEMPLATE_TYPES, "templateTypeInvalid")
    .nullish()
    .transform((type) => type ?? ""),
  playbook: trimmedText(5000).refine((path) => path === "" || isRepositoryPath(path), "playbookInvalid"),
  arguments: argumentsText(),
  init_arguments: argumentsText().optional(),
  state_id: optionalId().optional(),
  stack: trimmedText(100)
    .refine((name) => name === "" || isStackName(name), "stackNameInvalid")
    .optional(),
  launch: LaunchInput,
  allow_override_args_in_task: z.boolean().nullish(),
  allow_override_branch_in_task: z.boolean().nullish(),
  /** Null: the client does not know it. */
  task_params: TemplateTaskParams.nullish(),
  start_version: optionalText(100),
  autorun: flag(),
  git_branch: branch(),
  survey_vars: list(SurveyVarInput, 100),
  vaults: list(VaultInput, 50),
  suppress_success_alerts: flag(),
  allow_parallel_tasks: keptIfAbsent(flag()),
  runner_tag: keptIfAbsent(trimmedText(200)),
  timeout_seconds: keptIfAbsent(count()),
  auto_approve: z.boolean().nullish(),
  always_ask: z.boolean().nullish(),
  /** Null: the client does not know them. */
  labels: list(trimmedText(50), 20)
    .transform((labels) => [...new Set(labels.filter(Boolean))])
    .nullish(),
  /** Null: the client does not know it. */
  graph: WorkflowGraph.nullish(),
});

/** The whole of a template, as the API takes it; a PUT replaces it. */
export const TemplateBody = fields.meta({ required: ["app"] }).superRefine((input, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const needs = requiredFields(input.app);
  if (needs.repository && input.repository_id === null) refuse(["repository_id"], "templateRepositoryRequired");
  if (input.graph && input.app !== WORKFLOW_APP) refuse(["graph"], "notForThisApp");
  if (needs.inventory && input.inventory_id === null) refuse(["inventory_id"], "templateInventoryRequired");
  if (needs.playbook && input.playbook === "") refuse(["playbook"], "templatePlaybookRequired");
  if (input.init_arguments && stateKindOf(input.app) !== "terraform") refuse(["init_arguments"], "notForThisApp");
  if (input.stack && stateKindOf(input.app) !== "pulumi") refuse(["stack"], "notForThisApp");
  if (input.state_id && !stateKindOf(input.app)) refuse(["state_id"], "notForThisApp");
  if (input.type === "deploy" && input.build_template_id === null) {
    refuse(["build_template_id"], "buildTemplateRequired");
  }
  for (const index of repeatedAt(input.survey_vars.map(({ name }) => name))) {
    refuse(["survey_vars", index, "name"], "surveyNamesUnique");
  }
  // Our form has lower-case names only.
  for (const index of repeatedAt(input.vaults.map(({ name }) => name?.toLowerCase() ?? null))) {
    refuse(["vaults", index, "name"], "vaultNamesUnique");
  }
});

/** Screens and restored files also say where versions begin; the API starts at 0.0.0 without it. */
export const TemplateInput = TemplateBody.refine(
  ({ type, start_version }) => type !== "build" || Boolean(start_version?.trim()),
  { path: ["start_version"], message: "startVersionRequired" },
);
export type TemplateInput = z.output<typeof TemplateInput>;

/** The vault passwords of a template, and where what they are to open lies. */
export const VaultProbe = z.object({
  kind: z.literal("vault"),
  repository_id: requiredId("templateRepositoryRequired"),
  git_branch: branch(),
  /** A test runs nothing of the repository, so the scripts have to wait for a task. */
  vaults: list(VaultInput, 50)
    .transform((vaults) => vaults.filter(isPasswordVault))
    .refine((vaults) => vaults.length > 0, "vaultKeyRequired"),
  runner_tag: trimmedText(200),
});

/** The files that a template may name, where its tasks would find them. */
export const FilesProbe = z.object({
  kind: z.literal("files"),
  repository_id: requiredId("templateRepositoryRequired"),
  git_branch: branch(),
  runner_tag: trimmedText(200),
});

const isPasswordVault = <Of extends VaultInput>(vault: Of): vault is Extract<Of, { type: "password" }> =>
  vault.type === "password";
