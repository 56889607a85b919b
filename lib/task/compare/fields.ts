import type { EnvironmentSnapshot, RepositorySnapshot } from "@/db/schema/task-snapshot";
import { parseJsonObject } from "@/lib/protocol/json-object";
import type { Names } from "@/lib/task/compare/names";
import type { Run } from "@/lib/task/compare/run";
import type { FieldSection } from "@/lib/task/schema/compare";

/** Everything a run was given but secrets, as text by section and name; "" is as good as absent. */
export type Fields = Record<FieldSection, Record<string, string>>;

export const fieldsOf = (run: Run, names: Names): Fields => ({
  parameters: parametersOf(run),
  template: templateOf(run, names),
  repository: repositoryOf(run.snapshot.repository, names),
  inventory: inventoryOf(run, names),
  environment: environmentOf(run, names),
});

function parametersOf(run: Run): Record<string, string> {
  const { params, snapshot } = run;
  const answers = snapshot.answers ?? parseJsonObject(run.environment) ?? {};
  return {
    ...texts({
      limit: run.limit,
      tags: params.tags,
      skip_tags: params.skip_tags,
      git_branch: run.git_branch,
      playbook: run.playbook,
      arguments: run.arguments,
      debug: run.debug,
      dry_run: run.dry_run,
      diff: run.diff,
      plan: params.plan,
      auto_approve: params.auto_approve,
      destroy: params.destroy,
      skip_galaxy_install: params.skip_galaxy_install,
      drift_check: run.drift_check,
      incoming_version: run.incoming_version,
    }),
    ...texts(answers),
  };
}

function templateOf({ snapshot: { template, app } }: Run, names: Names): Record<string, string> {
  const { vaults, filters, ...rest } = template;
  return texts({
    ...rest,
    ...filters,
    vaults: vaults.map(({ name, vault_key_id, script }) =>
      [name ?? "default", script ?? names.key(vault_key_id)].join(": "),
    ),
    app_path: app.path,
    app_args: app.args,
  });
}

const repositoryOf = (repository: RepositorySnapshot | null, names: Names): Record<string, string> =>
  repository === null
    ? {}
    : texts({
        git_url: repository.git_url,
        git_branch: repository.git_branch,
        key: names.key(repository.ssh_key_id),
      });

function inventoryOf({ snapshot: { inventory } }: Run, names: Names): Record<string, string> {
  if (!inventory) return {};
  const { repository } = inventory;
  return texts({
    name: names.inventory(inventory.id),
    type: inventory.type,
    inventory: inventory.inventory,
    key: names.key(inventory.ssh_key_id),
    become_key: names.key(inventory.become_key_id),
    repository: repository?.git_url,
    repository_branch: repository?.git_branch,
  });
}

/** Variables by name, those of the process's environment after a dollar sign. Later environments override earlier ones. */
function environmentOf({ snapshot }: Run, names: Names): Record<string, string> {
  const all = [...(snapshot.environment ? [snapshot.environment] : []), ...(snapshot.further_environments ?? [])];
  return {
    ...texts({ name: all.map(({ id }) => names.environment(id)).join(", ") }),
    ...Object.assign({}, ...all.map(variablesIn)),
  };
}

function variablesIn({ json, env }: EnvironmentSnapshot): Record<string, string> {
  const inProcess = Object.entries(parseJsonObject(env ?? "") ?? {});
  return texts({
    ...(parseJsonObject(json) ?? {}),
    ...Object.fromEntries(inProcess.map(([name, value]) => [`$${name}`, value])),
  });
}

const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === "" ? [] : [[name, text]];
    }),
  );

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false || value === 0) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length === 0) return "";
  return JSON.stringify(value);
}
