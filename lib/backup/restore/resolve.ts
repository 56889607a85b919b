import { graphFromFile, referencesInGraph } from "@/lib/backup/graph";
import type { FindId, Kind, Reference } from "@/lib/backup/rules/kinds";
import type {
  BackupEnvironment,
  BackupFile,
  BackupIntegration,
  BackupInventory,
  BackupRepository,
  BackupSchedule,
  BackupTemplate,
} from "@/lib/backup/schema";
import { repositoryKind } from "@/lib/repository/rules";

/** The names in one list, in its order. */
export const namesOf = (file: BackupFile, kind: Kind): string[] =>
  kind === "views" ? file.views.map(({ title }) => title) : file[kind].map(({ name }) => name);

/** Every reference to an entry in the file. */
export function referencesIn(file: BackupFile): Reference[] {
  return [
    ...file.repositories.flatMap(({ ssh_key }, at) => below(`repositories.${at}`, { ssh_key: ["keys", ssh_key] })),
    ...file.inventories.flatMap(({ ssh_key, become_key, repository }, at) =>
      below(`inventories.${at}`, {
        ssh_key: ["keys", ssh_key],
        become_key: ["keys", become_key],
        repository: ["repositories", repository],
      }),
    ),
    ...file.templates.flatMap((template, at) => referencesOfTemplate(template, `templates.${at}`)),
    ...(file.schedules ?? []).flatMap(({ template, repository, inventory, environment }, at) =>
      below(`schedules.${at}`, {
        template: ["templates", template],
        repository: ["repositories", repository],
        inventory: ["inventories", inventory],
        environment: ["environments", environment],
      }),
    ),
    ...file.integrations.flatMap(({ template, auth_secret, inventory, environment }, at) =>
      below(`integrations.${at}`, {
        template: ["templates", template],
        auth_secret: ["keys", auth_secret],
        inventory: ["inventories", inventory],
        environment: ["environments", environment],
      }),
    ),
  ];
}

export const referencesOfTemplate = (template: BackupTemplate, place: string): Reference[] => [
  ...below(place, {
    inventory: ["inventories", template.inventory],
    repository: ["repositories", template.repository],
    environment: ["environments", template.environment],
    view: ["views", template.view],
    build_template: ["templates", template.type === "deploy" ? template.build_template : null],
    state_of: ["templates", template.state_of],
  }),
  ...template.environments.map((name, at) => ({
    path: `${place}.environments.${at}`,
    kind: "environments" as const,
    name,
  })),
  ...vaultsOf(template).map(({ path, vault_key }) => ({
    path: `${place}.${path}`,
    kind: "keys" as const,
    name: vault_key,
  })),
  ...referencesInGraph(template.graph, `${place}.graph`),
];

const below = (place: string, fields: Record<string, [Kind, string | null]>): Reference[] =>
  Object.entries(fields).map(([field, [kind, name]]) => ({ path: `${place}.${field}`, kind, name }));

/** A template's vaults, including the single vault of older files; `path` leads to the key's name. */
export function vaultsOf({ vaults, vault_key }: BackupTemplate) {
  if (vaults.length === 0 && vault_key !== null) {
    return [{ name: null, type: "password", script: null, vault_key, path: "vault_key" }];
  }
  return vaults.map((vault, at) => ({ ...vault, path: `vaults.${at}.vault_key` }));
}

/** The file's schedules. Templates in older files have commit checks instead, restored as inactive schedules. */
export const schedulesOf = ({ schedules, templates }: BackupFile): BackupSchedule[] =>
  schedules ?? templates.flatMap((template) => (template.cron === null ? [] : [commitCheck(template, template.cron)]));

const commitCheck = ({ name, repository }: BackupTemplate, cron: string): BackupSchedule => ({
  name,
  cron_format: cron,
  timezone: null,
  run_at: null,
  active: false,
  overlap: "queue",
  mode: "run",
  template: name,
  repository,
  inventory: null,
  environment: null,
  task_params: {},
});

/** The names of a schedule's secret answers. */
export function secretAnswersOf({
  task_params: { secret_names: names },
}: Pick<BackupSchedule, "task_params">): string[] {
  return Array.isArray(names) ? names.map(String) : [];
}

/** The branch in files from before repositories recorded one. */
const FIRST_BRANCH = "master";

// The functions below turn entries into input for their nouns: names become ids, under `<field>_id`.

export const repositoryInput = ({ ssh_key, ...repository }: BackupRepository, find: FindId) => ({
  ...repository,
  git_branch: repository.git_branch || (repositoryKind(repository.git_url) === "local" ? "" : FIRST_BRANCH),
  ssh_key_id: find("keys", ssh_key),
});

/** Secrets, like keys, have no values in a backup. */
export const environmentInput = ({ secrets, ...environment }: BackupEnvironment) => ({
  ...environment,
  secrets: secrets.map((secret) => ({ ...secret, operation: "create", secret: "" })),
});

export const inventoryInput = ({ ssh_key, become_key, repository, ...inventory }: BackupInventory, find: FindId) => ({
  ...inventory,
  ssh_key_id: find("keys", ssh_key),
  become_key_id: find("keys", become_key),
  repository_id: find("repositories", repository),
});

/** In an object of the API, a field that is missing stays as it is; in a file it is blank. */
export function templateInput(entry: BackupTemplate, find: FindId) {
  const {
    inventory,
    repository,
    environment,
    environments,
    view,
    build_template,
    state_of: _shared,
    vault_key: _old,
    cron: _cron,
    graph,
    ...template
  } = entry;
  return {
    ...template,
    allow_parallel_tasks: entry.allow_parallel_tasks ?? false,
    runner_tag: entry.runner_tag ?? "",
    timeout_seconds: entry.timeout_seconds ?? 0,
    inventory_id: find("inventories", inventory),
    repository_id: find("repositories", repository),
    environment_id: find("environments", environment),
    ...(environments.length > 0 && { environment_ids: environments.map((name) => find("environments", name)) }),
    view_id: find("views", view),
    build_template_id: entry.type === "deploy" ? find("templates", build_template) : null,
    vaults: vaultsOf(entry).map(({ path: _, vault_key, ...vault }) => ({
      ...vault,
      vault_key_id: find("keys", vault_key),
    })),
    graph: graph && graphFromFile(graph, find),
  };
}

/** A backup holds neither tasks nor secret answers. Without those that it had, a schedule would run something else. */
export const scheduleInput = (
  { template, repository, inventory, environment, ...schedule }: BackupSchedule,
  find: FindId,
) => ({
  ...schedule,
  active: schedule.active && secretAnswersOf(schedule).length === 0,
  template_id: find("templates", template),
  repository_id: find("repositories", repository),
  task_params: {
    ...schedule.task_params,
    build_task_id: null,
    inventory_id: find("inventories", inventory),
    environment_id: find("environments", environment),
    secret: "",
  },
});

export function integrationInput(
  { template, auth_secret, inventory, environment, ...entry }: BackupIntegration,
  find: FindId,
) {
  const inventory_id = find("inventories", inventory);
  const environment_id = find("environments", environment);
  return {
    ...entry,
    template_id: find("templates", template),
    auth_secret_id: find("keys", auth_secret),
    // Ids in the file belong to another server.
    task_params: { ...entry.task_params, inventory_id, environment_id },
  };
}
