import { graphToFile } from "@/lib/backup/graph";
import { grouped, type NameIn, named, namesOf } from "@/lib/backup/naming";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Id = number | null;
type Fields = Record<string, unknown>;
type Named = Fields & { id: number; name: string };
type TaskParams = Fields & { inventory_id?: Id; environment_id?: Id };
type ScheduleRow = Fields & {
  id: number;
  template_id: number;
  repository_id: Id;
  cron_format: string;
  task_params: TaskParams | null;
};

/** A project's rows, from the database or from the API of another server. */
export type ProjectRows = {
  meta: Fields;
  keys: Named[];
  repositories: (Named & { ssh_key_id: Id })[];
  inventories: (Named & { ssh_key_id: Id; become_key_id: Id; repository_id: Id })[];
  environments: Named[];
  views: (Fields & { id: number; title: string })[];
  templates: (Named & {
    inventory_id: Id;
    repository_id: Id;
    environment_id: Id;
    environment_ids?: number[] | null;
    view_id: Id;
    build_template_id: Id;
    state_id?: Id;
    survey_vars: unknown[] | null;
    graph?: WorkflowGraph | null;
    vaults: (Fields & { vault_key_id: Id; type?: string; script?: string | null })[];
  })[];
  schedules: ScheduleRow[];
  integrations: (Fields & {
    id: number;
    template_id: Id;
    auth_secret_id: Id;
    task_params: TaskParams | null;
  })[];
  integration_aliases: string[];
};

/** Builds a backup from rows, with names in place of ids; fields that do not belong in a backup are still present. */
export function assemble(rows: ProjectRows) {
  const lists = {
    keys: named(rows.keys, "name"),
    repositories: named(rows.repositories, "name"),
    inventories: named(rows.inventories, "name"),
    environments: named(rows.environments, "name"),
    views: named(rows.views, "title"),
    templates: named(rows.templates, "name"),
  };
  const name = namesOf(lists);
  return {
    meta: rows.meta,
    keys: lists.keys.rows,
    repositories: lists.repositories.rows.map((row) => ({ ...row, ssh_key: name("keys", row.ssh_key_id) })),
    inventories: lists.inventories.rows.map((row) => ({
      ...row,
      ssh_key: name("keys", row.ssh_key_id),
      become_key: name("keys", row.become_key_id),
      repository: name("repositories", row.repository_id),
    })),
    environments: lists.environments.rows,
    views: lists.views.rows,
    templates: assembleTemplates(lists.templates.rows, rows.schedules, name),
    schedules: rows.schedules.map((row) => ({
      ...row,
      template: name("templates", row.template_id),
      repository: name("repositories", row.repository_id),
      inventory: name("inventories", row.task_params?.inventory_id ?? null),
      environment: name("environments", row.task_params?.environment_id ?? null),
    })),
    integrations: rows.integrations.map((row) => ({
      ...row,
      template: name("templates", row.template_id),
      auth_secret: name("keys", row.auth_secret_id),
      inventory: name("inventories", row.task_params?.inventory_id ?? null),
      environment: name("environments", row.task_params?.environment_id ?? null),
      task_params: row.task_params ?? {},
    })),
    integration_aliases: rows.integration_aliases,
  };
}

type TemplateRow = ProjectRows["templates"][number];

function assembleTemplates(rows: TemplateRow[], schedules: ScheduleRow[], name: NameIn) {
  const schedulesOf = grouped(schedules, (schedule) => schedule.template_id);
  const sharing = grouped(rows, (row) => row.state_id ?? null);
  return rows.map((row) => ({
    ...assembleTemplate(row, name),
    state_of: row.state_id ? firstOther(sharing(row.state_id), row) : null,
    // Readers that know one schedule for a template would run what is only to be checked.
    cron:
      schedulesOf(row.id).find(({ cron_format, mode }) => cron_format !== "" && mode === "run")?.cron_format ?? null,
  }));
}

/** All that share a state name the first of them. */
const firstOther = ([first]: TemplateRow[], row: TemplateRow) => (first && first !== row ? first.name : null);

/** A template with names in place of ids. */
export const assembleTemplate = (row: TemplateRow, name: NameIn) => ({
  ...row,
  survey_vars: row.survey_vars ?? [],
  vaults: row.vaults.map(({ name: vaultId, type, script, vault_key_id }) => ({
    name: vaultId ?? null,
    type: type ?? "password",
    script: script ?? null,
    vault_key: name("keys", vault_key_id),
  })),
  inventory: name("inventories", row.inventory_id),
  repository: name("repositories", row.repository_id),
  environment: name("environments", row.environment_id ?? row.environment_ids?.[0] ?? null),
  environments: (row.environment_ids ?? [row.environment_id]).flatMap((id) => name("environments", id) ?? []),
  view: name("views", row.view_id),
  build_template: name("templates", row.build_template_id),
  graph: row.graph ? graphToFile(row.graph, name) : null,
});
