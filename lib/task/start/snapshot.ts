import { eq, inArray, or, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { forIds, idsIn, isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { preparedTogether } from "@/db/read-together";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import type { EnvironmentSnapshot, RepositorySnapshot, TaskSnapshot } from "@/db/schema/task-snapshot";
import { templateEnvironments, templateVaults } from "@/db/schema/templates";
import { allAppSettings } from "@/lib/app/store";
import { found, invalid } from "@/lib/operation/errors";
import type { NewTaskInput } from "@/lib/task/schema";
import type { TemplateRow } from "@/lib/task/start/new-task";

/** What templates and inputs point at. */
export type Parts = Awaited<ReturnType<typeof readParts>>;

export async function readParts(tx: Db, templates: TemplateRow[], inputs: NewTaskInput[]) {
  const of = (field: "id" | "repository_id" | "inventory_id" | "environment_id") => templates.map((row) => row[field]);
  const templateIds = idsIn(of("id"));
  const environmentIds = idsIn([...of("environment_id"), ...inputs.map((input) => input.environment_id)]);
  const [read, apps, inventories] = await Promise.all([
    selectParts(tx).execute({ templateIds, repositoryIds: idsIn(of("repository_id")), environmentIds }),
    allAppSettings(tx, [...new Set(templates.map(({ app }) => app))]),
    forIds([...of("inventory_id"), ...inputs.map((input) => input.inventory_id)], (ids) => readInventories(tx, ids)),
  ]);
  const { repositories, environments, ...ofTemplates } = onlyRow(read);
  return {
    ...ofTemplates,
    apps,
    repositories: byId(repositories),
    inventories: byId(inventories),
    environments: byId(environments),
  };
}

const byId = <Row extends { id: number }>(rows: Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** What will run, whatever becomes of the template meanwhile; ids of keys, not secrets. */
export function takeSnapshot(parts: Parts, template: TemplateRow, input: NewTaskInput): TaskSnapshot {
  const app = found(parts.apps.get(template.app));
  const inventoryId = input.inventory_id ?? template.inventory_id;
  const [environment = null, ...furtherEnvironments] = environmentIds(parts, template, input).map((id) =>
    environmentOf(parts, template.project_id, id),
  );
  return {
    template: {
      name: template.name,
      app: template.app,
      type: template.type,
      playbook: input.playbook || template.playbook,
      arguments: argumentsIn(template.arguments),
      init_arguments: argumentsIn(template.init_arguments),
      stack: template.stack,
      runner_tag: template.runner_tag,
      timeout_seconds: template.timeout_seconds,
      auto_approve: template.auto_approve,
      vaults: parts.vaults
        .filter(({ template_id }) => template_id === template.id)
        .map(({ name, vault_key_id, script }) => ({ name, vault_key_id, ...(script !== null && { script }) })),
      filters: {
        limit: joined(template.task_params.limit),
        tags: joined(template.task_params.tags),
        skip_tags: joined(template.task_params.skip_tags),
      },
      ...(skipsInstall(template, input) && { skip_galaxy_install: true }),
    },
    app: { path: app.path, args: app.args },
    repository: repositoryOf(parts, template, input),
    inventory: inventoryId === null ? null : inventoryOf(parts, template.project_id, inventoryId),
    environment,
    ...(furtherEnvironments.length > 0 && { further_environments: furtherEnvironments }),
  };
}

function repositoryOf({ repositories }: Parts, template: TemplateRow, input: NewTaskInput): RepositorySnapshot | null {
  if (template.repository_id === null) return null;
  return onBranch(found(repositories.get(template.repository_id)), input.git_branch || template.git_branch);
}

/** A task's own environment stands in for all of the template's. */
function environmentIds({ further }: Parts, template: TemplateRow, input: NewTaskInput): number[] {
  if (input.environment_id !== null) return [input.environment_id];
  if (template.environment_id === null) return [];
  const others = further.filter(({ template_id }) => template_id === template.id);
  return [template.environment_id, ...others.map(({ environment_id }) => environment_id)];
}

const skipsInstall = ({ task_params }: TemplateRow, { params }: NewTaskInput): boolean =>
  task_params.skip_galaxy_install === true ||
  (task_params.allow_override_skip_galaxy_install === true && params.skip_galaxy_install === true);

const joined = (words: string[] = []): string => words.join(",");

const argumentsIn = (text: string | null) => (text ? (JSON.parse(text) as string[]) : []);

/** Without a branch, on the repository's own. */
function onBranch(repository: RepositorySnapshot, branch: string | null): RepositorySnapshot {
  const isOwn = !branch || branch === repository.git_branch;
  return isOwn ? repository : { ...repository, git_branch: branch, branch_chosen: true };
}

function inventoryOf({ inventories }: Parts, projectId: number, inventoryId: number): TaskSnapshot["inventory"] {
  const row = inventories.get(inventoryId);
  if (row?.project_id !== projectId) throw invalid("inventory_id", "inventoryNotFound");
  const { project_id: _, ...inventory } = row;
  return inventory;
}

function environmentOf({ environments }: Parts, projectId: number, environmentId: number): EnvironmentSnapshot {
  const row = environments.get(environmentId);
  if (row?.project_id !== projectId) throw invalid("environment_id", "environmentNotFound");
  const { project_id: _, ...environment } = row;
  return environment;
}

const selectParts = preparedTogether((db) => {
  const templateIds = sql.placeholder("templateIds");
  return {
    vaults: selectVaults(db, templateIds),
    repositories: selectRepositories(db, sql.placeholder("repositoryIds")),
    environments: selectEnvironments(db, sql.placeholder("environmentIds"), templateIds),
    further: selectFurther(db, templateIds),
  };
});

const selectVaults = (tx: Db, templateIds: Placeholder) =>
  tx
    .select({
      template_id: templateVaults.template_id,
      name: templateVaults.name,
      vault_key_id: templateVaults.vault_key_id,
      script: templateVaults.script,
    })
    .from(templateVaults)
    .where(isOneOf(templateVaults.template_id, templateIds))
    .orderBy(templateVaults.id);

const repositoryColumns = {
  id: repositories.id,
  git_url: repositories.git_url,
  git_branch: repositories.git_branch,
  ssh_key_id: repositories.ssh_key_id,
};

const selectRepositories = (tx: Db, ids: Placeholder) =>
  tx.select(repositoryColumns).from(repositories).where(isOneOf(repositories.id, ids));

function readInventories(tx: Db, ids: number[]) {
  const source = alias(repositories, "source");
  return tx
    .select({
      project_id: inventories.project_id,
      id: inventories.id,
      type: inventories.type,
      inventory: inventories.inventory,
      ssh_key_id: inventories.ssh_key_id,
      become_key_id: inventories.become_key_id,
      repository: {
        id: source.id,
        git_url: source.git_url,
        git_branch: source.git_branch,
        ssh_key_id: source.ssh_key_id,
      },
    })
    .from(inventories)
    .leftJoin(source, eq(source.id, inventories.repository_id))
    .where(isOneOf(inventories.id, ids));
}

const selectFurther = (tx: Db, templateIds: Placeholder) =>
  tx
    .select({ template_id: templateEnvironments.template_id, environment_id: templateEnvironments.environment_id })
    .from(templateEnvironments)
    .where(isOneOf(templateEnvironments.template_id, templateIds))
    .orderBy(templateEnvironments.position);

/** Those named, and those after the first of the templates. */
function selectEnvironments(tx: Db, named: Placeholder, templateIds: Placeholder) {
  const ofTemplates = tx
    .select({ id: templateEnvironments.environment_id })
    .from(templateEnvironments)
    .where(isOneOf(templateEnvironments.template_id, templateIds));
  return tx
    .select(environmentColumns)
    .from(environments)
    .where(or(isOneOf(environments.id, named), inArray(environments.id, ofTemplates)));
}

const environmentColumns = {
  project_id: environments.project_id,
  id: environments.id,
  json: environments.json,
  env: environments.env,
};
