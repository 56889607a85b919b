import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { type templates, templateVaults } from "@/db/schema/templates";
import { appSettings } from "@/lib/app/store";
import { found, invalid } from "@/lib/operation/errors";
import type { RepositorySnapshot, TaskSnapshot } from "@/lib/protocol/snapshot";
import type { NewTaskInput } from "@/lib/task/schema";

/** What will run, whatever becomes of the template meanwhile; ids of keys, not secrets. */
export async function takeSnapshot(
  db: Db,
  projectId: number,
  template: typeof templates.$inferSelect,
  input: NewTaskInput,
): Promise<TaskSnapshot> {
  const inventoryId = input.inventory_id ?? template.inventory_id;
  const [vaults, app, repository, inventory, environment] = [
    await db
      .select({ name: templateVaults.name, vault_key_id: templateVaults.vault_key_id })
      .from(templateVaults)
      .where(eq(templateVaults.template_id, template.id))
      .orderBy(templateVaults.id),
    await appSettings(db, template.app),
    await snapshotRepository(db, projectId, template.repository_id),
    inventoryId === null ? null : await snapshotInventory(db, projectId, inventoryId),
    template.environment_id === null ? null : await snapshotEnvironment(db, projectId, template.environment_id),
  ];
  return {
    template: {
      name: template.name,
      app: template.app,
      type: template.type,
      playbook: input.playbook || template.playbook,
      arguments: template.arguments ? (JSON.parse(template.arguments) as string[]) : [],
      runner_tag: template.runner_tag,
      timeout_seconds: template.timeout_seconds,
      auto_approve: template.auto_approve,
      vaults,
    },
    app: { path: app.path, args: app.args },
    repository: { ...repository, git_branch: input.git_branch || template.git_branch || repository.git_branch },
    inventory,
    environment,
  };
}

const repositoryColumns = {
  id: repositories.id,
  git_url: repositories.git_url,
  git_branch: repositories.git_branch,
  ssh_key_id: repositories.ssh_key_id,
};

async function snapshotRepository(db: Db, projectId: number, repositoryId: number): Promise<RepositorySnapshot> {
  const [row] = await db
    .select(repositoryColumns)
    .from(repositories)
    .where(and(eq(repositories.project_id, projectId), eq(repositories.id, repositoryId)));
  return found(row);
}

async function snapshotInventory(db: Db, projectId: number, inventoryId: number): Promise<TaskSnapshot["inventory"]> {
  const source = alias(repositories, "source");
  const [row] = await db
    .select({
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
    .where(and(eq(inventories.project_id, projectId), eq(inventories.id, inventoryId)));
  if (!row) throw invalid("inventory_id", "inventoryNotFound");
  return row;
}

async function snapshotEnvironment(
  db: Db,
  projectId: number,
  environmentId: number,
): Promise<TaskSnapshot["environment"]> {
  const [row] = await db
    .select({ id: environments.id, json: environments.json, env: environments.env })
    .from(environments)
    .where(and(eq(environments.project_id, projectId), eq(environments.id, environmentId)));
  return found(row);
}
