import type { Db } from "@/db/client";
import { schedules } from "@/db/schema/schedules";
import { checkBackup } from "@/lib/backup/check";
import { insertAliases, insertIntegration } from "@/lib/backup/integrations";
import { type FindId, inventoryInput, KINDS, type Kind, repositoryInput, templateInput } from "@/lib/backup/resolve";
import { inBuildOrder } from "@/lib/backup/rules";
import type { BackupFile, BackupTemplate, RestoredProject } from "@/lib/backup/schema";
import { EnvironmentInput } from "@/lib/environment/schema";
import { insertEnvironment } from "@/lib/environment/store";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { insertInventory } from "@/lib/inventory/store";
import { insertKey } from "@/lib/key/store";
import { parse } from "@/lib/operation/parse";
import { insertProject } from "@/lib/project/store";
import { RepositoryInput } from "@/lib/repository/schema";
import { insertRepository } from "@/lib/repository/store";
import { createTemplateRows } from "@/lib/template/create";
import { TemplateInput } from "@/lib/template/schema";
import { insertView } from "@/lib/view/store";

/** What a restore carries from entry to entry: the new project and the ids that names have got so far. */
type Restore = { db: Db; projectId: number; file: BackupFile; ids: Record<Kind, Map<string, number>>; find: FindId };

/**
 * Makes a project of a backup file, in the caller's transaction. Fails naming every wrong place of the file before
 * anything is written. The keys are empty, and nothing in the new project starts by itself.
 */
export async function restoreBackup(db: Db, file: BackupFile, ownerId: number): Promise<RestoredProject> {
  await checkBackup(db, file);
  const project = await insertProject(db, file.meta, ownerId);
  const restore = beginRestore(db, project.id, file);
  await restoreEnvironments(restore);
  await restoreViews(restore);
  await restoreKeys(restore);
  await restoreRepositories(restore);
  await restoreInventories(restore);
  await restoreTemplates(restore);
  for (const entry of file.integrations) await insertIntegration(db, project.id, entry, restore.find);
  await insertAliases(db, project.id, null, file.integration_aliases);
  return { ...project, empty_keys: file.keys.length };
}

function beginRestore(db: Db, projectId: number, file: BackupFile): Restore {
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Restore["ids"];
  const find: FindId = (kind, name) => {
    if (name === null) return null;
    const id = ids[kind].get(name);
    if (id === undefined) throw new Error(`${kind} have no "${name}", though the file was checked`);
    return id;
  };
  return { db, projectId, file, ids, find };
}

async function restoreEnvironments({ db, projectId, file, ids }: Restore): Promise<void> {
  for (const entry of file.environments) {
    ids.environments.set(entry.name, await insertEnvironment(db, projectId, parse(EnvironmentInput, entry)));
  }
}

async function restoreViews({ db, projectId, file, ids }: Restore): Promise<void> {
  for (const entry of file.views) ids.views.set(entry.title, (await insertView(db, projectId, entry)).id);
}

async function restoreKeys({ db, projectId, file, ids }: Restore): Promise<void> {
  for (const entry of file.keys) ids.keys.set(entry.name, (await insertKey(db, projectId, entry)).id);
}

async function restoreRepositories({ db, projectId, file, ids, find }: Restore): Promise<void> {
  for (const entry of file.repositories) {
    const input = parse(RepositoryInput, repositoryInput(entry, find));
    ids.repositories.set(entry.name, (await insertRepository(db, projectId, input)).id);
  }
}

async function restoreInventories({ db, projectId, file, ids, find }: Restore): Promise<void> {
  for (const entry of file.inventories) {
    const input = parse(NewInventoryInput, inventoryInput(entry, find));
    ids.inventories.set(entry.name, (await insertInventory(db, projectId, input)).id);
  }
}

async function restoreTemplates(restore: Restore): Promise<void> {
  const { db, projectId, file, ids, find } = restore;
  for (const entry of inBuildOrder(file.templates)) {
    const id = await createTemplateRows(db, projectId, parse(TemplateInput, templateInput(entry, find)));
    ids.templates.set(entry.name, id);
    await restoreCron(restore, entry, id);
  }
}

/** Files have one schedule for a template, a check for new commits; switched off until its keys are filled in. */
async function restoreCron({ db, projectId, find }: Restore, entry: BackupTemplate, templateId: number): Promise<void> {
  if (entry.cron === null) return;
  await db.insert(schedules).values({
    project_id: projectId,
    template_id: templateId,
    repository_id: find("repositories", entry.repository),
    name: entry.name,
    cron_format: entry.cron,
    active: false,
    next_run_at: null,
  });
}
