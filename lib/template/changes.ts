import type { templates } from "@/db/schema/templates";
import { type Changes, changesOf, type TrackingOf } from "@/lib/operation/changes";
import { taskParams } from "@/lib/template/app-params";
import type { Template } from "@/lib/template/schema";
import type { VaultInput } from "@/lib/template/schema/vaults";
import type { TemplateColumns } from "@/lib/template/store";

/** What a template has in tables of its own. */
type Parts = { environment_ids: number[]; vaults: VaultInput[] };

const TRACKED = {
  id: "untracked",
  project_id: "untracked",
  inventory_id: "shown",
  repository_id: "shown",
  // The first of environment_ids.
  environment_id: "untracked",
  environment_ids: "shown",
  view_id: "shown",
  build_template_id: "shown",
  name: "shown",
  description: "shown",
  app: "shown",
  type: "shown",
  playbook: "shown",
  arguments: "shown",
  init_arguments: "shown",
  state_id: "shown",
  stack: "shown",
  declares_backend: "untracked",
  launch: "shown",
  task_params: "sealed",
  start_version: "shown",
  autorun: "shown",
  git_branch: "shown",
  survey_vars: "shown",
  vaults: "shown",
  suppress_success_alerts: "shown",
  allow_parallel_tasks: "shown",
  runner_tag: "shown",
  always_ask: "shown",
  labels: "shown",
  timeout_seconds: "shown",
  auto_approve: "shown",
  graph: "sealed",
  tasks: "untracked",
  last_task_id: "untracked",
} satisfies TrackingOf<typeof templates.$inferSelect & Parts>;

/** The changes of an update, for its event. */
export const templateChanges = (before: Template, after: TemplateColumns & Parts): Changes | undefined =>
  changesOf(
    // As stored: a reply has further flags in task_params.
    {
      ...before,
      task_params: taskParams({ app: before.app, launch: before.launch }, before),
      vaults: before.vaults.map(withoutIds),
    },
    { ...after, vaults: after.vaults.map(withoutIds) },
    TRACKED,
  );

const withoutIds = ({ name, vault_key_id, script }: Pick<VaultInput, "name" | "vault_key_id" | "script">) => ({
  name,
  vault_key_id,
  ...(script !== null && { script }),
});
