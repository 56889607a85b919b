import { z } from "zod";
import { PART_IDS, SealedStates } from "@/lib/backup/schema";
import { Environment, EnvironmentSecret } from "@/lib/environment/schema";
import { ExtractValue, Integration, Matcher } from "@/lib/integration/schema";
import { Inventory } from "@/lib/inventory/schema";
import { Key } from "@/lib/key/schema";
import { Project } from "@/lib/project/schema";
import { Repository } from "@/lib/repository/schema";
import { Schedule } from "@/lib/schedule/schema";
import { Template } from "@/lib/template/schema";
import { Vault } from "@/lib/template/schema/vaults";
import { View } from "@/lib/view/schema";

/** The name of another entry of the file. */
const reference = z.string().nullable();

export const BackupTemplate = Template.omit({
  id: true,
  project_id: true,
  inventory_id: true,
  repository_id: true,
  environment_id: true,
  environment_ids: true,
  view_id: true,
  build_template_id: true,
  state_id: true,
  declares_backend: true,
  tasks: true,
  last_task_id: true,
  last_task: true,
  current_task: true,
  recent_tasks: true,
  favorite: true,
  drift: true,
}).extend({
  survey_vars: Template.shape.survey_vars.unwrap(),
  vaults: z.array(Vault.pick({ name: true, type: true, script: true }).extend({ vault_key: reference })),
  inventory: reference,
  repository: reference,
  /** The first, for readers that know one for a template. */
  environment: reference,
  environments: z.array(reference),
  view: reference,
  build_template: reference,
  /** Another template over the same state. */
  state_of: reference,
  /** A workflow's graph, with names in place of ids. */
  graph: z.record(z.string(), z.json()).nullable(),
  /** Cron expression of the first schedule, for readers that know one for a template. */
  cron: z.string().nullable(),
});

const BackupSchedule = Schedule.pick({
  name: true,
  cron_format: true,
  timezone: true,
  run_at: true,
  active: true,
  overlap: true,
  mode: true,
}).extend({
  template: reference,
  repository: reference,
  inventory: reference,
  environment: reference,
  /** Without its secret answers but for their names, and without the build of another project's history. */
  task_params: Schedule.shape.task_params.omit({
    secret: true,
    build_task_id: true,
    inventory_id: true,
    environment_id: true,
  }),
});

const BackupIntegration = Integration.pick({
  name: true,
  auth_method: true,
  auth_header: true,
  searchable: true,
  accept_get: true,
}).extend({
  template: reference,
  auth_secret: reference,
  inventory: reference,
  environment: reference,
  task_params: Integration.shape.task_params.unwrap().omit({ inventory_id: true, environment_id: true }),
  aliases: z.array(z.string()),
  matchers: z.array(Matcher.omit(PART_IDS)),
  extract_values: z.array(ExtractValue.omit(PART_IDS)),
});

/** A backup as it leaves: every field that may, and names for ids. What BackupFile reads. */
export const BackupDocument = z.object({
  meta: Project.omit({ id: true, created: true }),
  keys: z.array(Key.pick({ name: true, type: true })),
  repositories: z.array(
    Repository.pick({ name: true, git_url: true, git_branch: true }).extend({ ssh_key: reference }),
  ),
  inventories: z.array(
    Inventory.pick({ name: true, type: true, inventory: true }).extend({
      ssh_key: reference,
      become_key: reference,
      repository: reference,
    }),
  ),
  environments: z.array(
    Environment.pick({ name: true, json: true, env: true }).extend({
      secrets: z.array(EnvironmentSecret.pick({ type: true, name: true })),
    }),
  ),
  views: z.array(View.pick({ title: true, position: true })),
  templates: z.array(BackupTemplate),
  schedules: z.array(BackupSchedule),
  integrations: z.array(BackupIntegration),
  integration_aliases: z.array(z.string()),
  /** On request only. */
  sealed_states: SealedStates.optional(),
});
export type BackupDocument = z.output<typeof BackupDocument>;
