import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { restoreReports } from "@/db/schema/projects";
import { addInactiveApp } from "@/lib/app/store";
import { mendBackup } from "@/lib/backup/mend";
import { checkBackup } from "@/lib/backup/restore/check";
import { insertIntegrationRows } from "@/lib/backup/restore/integrations";
import {
  environmentInput,
  type FindId,
  inventoryInput,
  type Kind,
  repositoryInput,
  scheduleInput,
  schedulesOf,
  templateInput,
} from "@/lib/backup/restore/resolve";
import { inBuildOrder } from "@/lib/backup/rules";
import { type BackupFile, type RestoredProject, RestoreReport } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { type BackupState, insertStates, openMendedStates, openStates } from "@/lib/backup/states";
import { EnvironmentInput } from "@/lib/environment/schema";
import { insertEnvironment } from "@/lib/environment/store";
import { insertAliases } from "@/lib/integration/aliases";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { insertInventory } from "@/lib/inventory/store";
import { insertKey } from "@/lib/key/store";
import { parse } from "@/lib/operation/parse";
import { insertProject } from "@/lib/project/store";
import { RepositoryInput } from "@/lib/repository/schema";
import { insertRepository } from "@/lib/repository/store";
import { ScheduleInput } from "@/lib/schedule/schema";
import { insertSchedule } from "@/lib/schedule/store";
import { storedTask } from "@/lib/schedule/task-params";
import { insertTemplateRows } from "@/lib/template/create";
import { TemplateInput } from "@/lib/template/schema";
import { insertView } from "@/lib/view/store";

/** Passed from entry to entry: the new project, and the ids assigned to names so far. */
type Restore = { db: Db; projectId: number; file: BackupFile; ids: Record<Kind, Map<string, number>>; find: FindId };

/**
 * Creates a project from a backup file, in the caller's transaction. Fails, listing every invalid place, before
 * anything is written. Keys and secrets are restored empty; active schedules stay active.
 */
export async function restoreBackup(db: Db, file: BackupFile, ownerId: number): Promise<RestoredProject> {
  await checkBackup(db, file);
  return { ...(await insertBackup(db, file, await openStates(file), ownerId)), report: [] };
}

/** The same for a file that is not quite right: what can't be taken as it is, is mended and reported. */
export async function restoreMended(db: Db, raw: Record<string, unknown>, ownerId: number): Promise<RestoredProject> {
  const { file, states, report, newApps } = await mendedFile(db, raw);
  for (const app of newApps) await addInactiveApp(db, app);
  const project = await insertBackup(db, file, states, ownerId);
  if (report.length > 0) await storeReport(db, project.id, report);
  return { ...project, report };
}

/** A file with its states, as they would be restored, and what that takes. Only reads. */
export async function mendedFile(db: Db, raw: Record<string, unknown>) {
  const { file, report, newApps } = await mendBackup(db, raw);
  const opened = await openMendedStates(file);
  return { file, states: opened.states, report: [...report, ...opened.report], newApps };
}

async function storeReport(db: Db, projectId: number, lines: ReportLine[]): Promise<void> {
  await db.insert(restoreReports).values({ project_id: projectId, lines });
}

export async function findReport(db: Db, projectId: number): Promise<RestoreReport> {
  const [row] = await db.select().from(restoreReports).where(eq(restoreReports.project_id, projectId));
  return RestoreReport.parse(row ?? { created: null, lines: [] });
}

async function insertBackup(
  db: Db,
  file: BackupFile,
  states: BackupState[],
  ownerId: number,
): Promise<Omit<RestoredProject, "report">> {
  const project = await insertProject(db, file.meta, ownerId);
  const restore = beginRestore(db, project.id, file);
  await restoreEnvironments(restore);
  await restoreViews(restore);
  await restoreKeys(restore);
  await restoreRepositories(restore);
  await restoreInventories(restore);
  await restoreTemplates(restore);
  const versions = await insertStates(db, project.id, states, restore.ids.templates);
  await restoreSchedules(restore);
  return {
    ...project,
    empty_keys: file.keys.length,
    empty_secrets: file.environments.reduce((sum, { secrets }) => sum + secrets.length, 0),
    dropped_aliases: await restoreIntegrations(restore),
    restored_states: states.length,
    restored_state_versions: versions,
  };
}

function beginRestore(db: Db, projectId: number, file: BackupFile): Restore {
  const ids: Restore["ids"] = {
    keys: new Map(),
    repositories: new Map(),
    inventories: new Map(),
    environments: new Map(),
    views: new Map(),
    templates: new Map(),
  };
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
    const input = parse(EnvironmentInput, environmentInput(entry));
    ids.environments.set(entry.name, await insertEnvironment(db, projectId, input));
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

async function restoreTemplates({ db, projectId, file, ids, find }: Restore): Promise<void> {
  for (const entry of inBuildOrder(file.templates)) {
    const id = await insertTemplateRows(db, projectId, parse(TemplateInput, templateInput(entry, find)));
    ids.templates.set(entry.name, id);
  }
}

async function restoreSchedules({ db, projectId, file, find }: Restore): Promise<void> {
  for (const entry of schedulesOf(file)) {
    const { id: _id, project_id: _project, task_params, ...input } = parse(ScheduleInput, scheduleInput(entry, find));
    await insertSchedule(db, projectId, { ...input, task_params: storedTask(task_params), secret: {} });
  }
}

/** Returns the aliases that were skipped. */
async function restoreIntegrations({ db, projectId, file, find }: Restore): Promise<string[]> {
  const dropped: string[] = [];
  for (const entry of file.integrations) dropped.push(...(await insertIntegrationRows(db, projectId, entry, find)));
  return [...dropped, ...(await insertAliases(db, projectId, null, file.integration_aliases))];
}
