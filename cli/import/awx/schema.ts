import { z } from "zod";

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
/** Variables: YAML or JSON as text, or as in some exports an object. */
const variables = z
  .union([z.string(), z.record(z.string(), z.json())])
  .nullish()
  .transform((value) => value ?? "");
export type Variables = z.output<typeof variables>;

/** What stands for the id of an object: its type, name and owners, which are natural keys themselves. */
const NaturalKey = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  organization: z.looseObject({ name: z.string() }).nullish(),
  credential_type: z.looseObject({ name: z.string(), kind: text }).nullish(),
});
export type NaturalKey = z.output<typeof NaturalKey>;
const reference = NaturalKey.nullish().transform((key) => key ?? null);

const asset = { name: z.string(), description: text, natural_key: NaturalKey };

const Schedule = z.looseObject({
  name: z.string(),
  rrule: z.string(),
  enabled: z
    .boolean()
    .nullish()
    .transform((enabled) => enabled ?? true),
  extra_data: z.record(z.string(), z.json()).nullish(),
  inventory: reference,
  scm_branch: text,
  job_type: text,
  job_tags: text,
  skip_tags: text,
  limit: text,
  diff_mode: flag,
  verbosity: number,
  forks: number,
  execution_environment: reference,
  unified_job_template: reference,
});
export type Schedule = z.output<typeof Schedule>;

const schedules = z.looseObject({ schedules: listOf(Schedule) });

const CredentialType = z.looseObject({
  ...asset,
  kind: text,
  inputs: z
    .looseObject({ fields: listOf(z.looseObject({ id: z.string(), secret: flag })) })
    .nullish()
    .transform((inputs) => inputs?.fields ?? []),
  injectors: z
    .looseObject({
      env: z.record(z.string(), text).nullish(),
      extra_vars: z.record(z.string(), text).nullish(),
      file: z.record(z.string(), text).nullish(),
    })
    .nullish(),
});
export type CredentialType = z.output<typeof CredentialType>;

const Credential = z.looseObject({
  ...asset,
  organization: reference,
  credential_type: NaturalKey,
  inputs: z
    .record(z.string(), z.json())
    .nullish()
    .transform((inputs) => inputs ?? {}),
});
export type Credential = z.output<typeof Credential>;

const Project = z.looseObject({
  ...asset,
  scm_type: text,
  scm_url: text,
  scm_branch: text,
  scm_refspec: text,
  local_path: text,
  credential: reference,
  default_environment: reference,
  signature_validation_credential: reference,
});
export type Project = z.output<typeof Project>;

const Host = z.looseObject({
  name: z.string(),
  variables,
  enabled: z
    .boolean()
    .nullish()
    .transform((enabled) => enabled ?? true),
});
const Group = z.looseObject({
  name: z.string(),
  variables,
  related: z.looseObject({ children: listOf(NaturalKey), hosts: listOf(NaturalKey) }).nullish(),
});
export type Group = z.output<typeof Group>;

const Inventory = z.looseObject({
  ...asset,
  kind: text,
  host_filter: text,
  variables,
  related: z.looseObject({ hosts: listOf(Host), groups: listOf(Group) }).nullish(),
});
export type Inventory = z.output<typeof Inventory>;

const InventorySource = z.looseObject({
  ...asset,
  source: text,
  source_path: text,
  source_vars: variables,
  source_project: reference,
  inventory: reference,
  related: schedules.nullish(),
});
export type InventorySource = z.output<typeof InventorySource>;

const Question = z.looseObject({
  variable: z.string(),
  question_name: text,
  question_description: text,
  type: z.string(),
  required: flag,
  default: z.union([z.string(), z.number(), z.array(z.string())]).nullish(),
  choices: z
    .union([z.array(text), z.string().transform((lines) => lines.split("\n"))])
    .nullish()
    .transform((choices) => (choices ?? []).filter((choice) => choice.trim() !== "")),
  min: z.union([z.number(), z.string()]).nullish(),
  max: z.union([z.number(), z.string()]).nullish(),
});
export type Question = z.output<typeof Question>;

const JobTemplate = z.looseObject({
  ...asset,
  job_type: text,
  inventory: reference,
  project: reference,
  playbook: text,
  scm_branch: text,
  forks: number,
  limit: text,
  verbosity: number,
  extra_vars: variables,
  job_tags: text,
  force_handlers: flag,
  skip_tags: text,
  start_at_task: text,
  timeout: number,
  use_fact_cache: flag,
  execution_environment: reference,
  host_config_key: text,
  survey_enabled: flag,
  become_enabled: flag,
  diff_mode: flag,
  allow_simultaneous: flag,
  job_slice_count: number,
  webhook_service: text,
  ask_scm_branch_on_launch: flag,
  ask_diff_mode_on_launch: flag,
  ask_variables_on_launch: flag,
  ask_limit_on_launch: flag,
  ask_tags_on_launch: flag,
  ask_skip_tags_on_launch: flag,
  ask_job_type_on_launch: flag,
  ask_verbosity_on_launch: flag,
  ask_inventory_on_launch: flag,
  ask_credential_on_launch: flag,
  related: schedules
    .extend({
      credentials: listOf(NaturalKey),
      labels: listOf(z.looseObject({ name: z.string() })),
      survey_spec: z.looseObject({ spec: listOf(Question) }).nullish(),
      notification_templates_started: listOf(NaturalKey),
      notification_templates_success: listOf(NaturalKey),
      notification_templates_error: listOf(NaturalKey),
    })
    .nullish(),
});
export type JobTemplate = z.output<typeof JobTemplate>;

const Node = z.looseObject({
  identifier: z.string(),
  unified_job_template: reference,
  related: z
    .looseObject({
      success_nodes: listOf(z.looseObject({ identifier: z.string() })),
      failure_nodes: listOf(z.looseObject({ identifier: z.string() })),
      always_nodes: listOf(z.looseObject({ identifier: z.string() })),
      create_approval_template: z.looseObject({ name: z.string() }).nullish(),
    })
    .nullish(),
});
const WorkflowTemplate = z.looseObject({
  name: z.string(),
  related: schedules.extend({ workflow_nodes: listOf(Node) }).nullish(),
});
export type WorkflowTemplate = z.output<typeof WorkflowTemplate>;

const Named = z.looseObject({ name: z.string() });

const NOT_AN_EXPORT = "expected the JSON of awx export";
const LISTS = ["organizations", "credentials", "projects", "inventory", "job_templates"];

/** The output of `awx export`, of version 24 or near it. */
export const AwxExport = z
  .looseObject({}, NOT_AN_EXPORT)
  .refine((read) => LISTS.some((list) => list in read), NOT_AN_EXPORT)
  .pipe(
    z.looseObject({
      organizations: listOf(Named),
      users: listOf(z.unknown()),
      teams: listOf(z.unknown()),
      credential_types: listOf(CredentialType),
      credentials: listOf(Credential),
      notification_templates: listOf(Named.extend({ notification_type: text })),
      projects: listOf(Project),
      inventory: listOf(Inventory),
      inventory_sources: listOf(InventorySource),
      job_templates: listOf(JobTemplate),
      workflow_job_templates: listOf(WorkflowTemplate),
      execution_environments: listOf(Named),
      applications: listOf(z.unknown()),
      schedules: listOf(Schedule),
    }),
  );
export type AwxExport = z.output<typeof AwxExport>;
