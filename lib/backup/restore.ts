import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { restoreReports } from "@/db/schema/projects";
import { addInactiveApps, requireRoomForApps } from "@/lib/app/store";
import { adjustBackup } from "@/lib/backup/adjust";
import { checkBackup } from "@/lib/backup/restore/check";
import { type Place, resourcesOf, type Stored, startersOf } from "@/lib/backup/restore/entries";
import { Named } from "@/lib/backup/restore/named";
import { schedulesOf, secretAnswersOf } from "@/lib/backup/restore/resolve";
import { missingAnswers } from "@/lib/backup/restore/secret-answers";
import { shareStates } from "@/lib/backup/restore/shared-states";
import type { Entry, FindId } from "@/lib/backup/rules/kinds";
import { type BackupFile, type RestoredProject, RestoreReport } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { type BackupState, insertStates, openAdjustedStates, openStates } from "@/lib/backup/states";
import { insertAliases } from "@/lib/integration/aliases";
import { insertProject } from "@/lib/project/store";

/**
 * Creates a project from a backup file, in the caller's transaction. Fails, listing every invalid place, before
 * anything is written. Keys and secrets are restored empty; active schedules stay active.
 */
export async function restoreBackup(
  db: Db,
  file: BackupFile,
  ownerId: number,
  remember: Remember | null = null,
): Promise<RestoredProject> {
  await checkBackup(db, file);
  const states = await openStates(file);
  return insertBackup(db, { file, states, ownerId, remember, report: [] });
}

/** What a restore made: each part of the file with its id. */
export type Restored = { projectId: number; file: BackupFile; stored: Stored[]; find: FindId };
/** Records where the parts come from. */
type Remember = (restored: Restored) => Promise<void>;

/** Restores a file that is not quite right: what can't be taken as it is, is adjusted and reported. */
export async function restoreAdjusted(
  db: Db,
  raw: Entry,
  ownerId: number,
  remember: ((restored: Restored, adjusted: Entry) => Promise<void>) | null = null,
): Promise<RestoredProject> {
  const { file, states, report, newApps, adjusted } = await adjustedFile(db, raw);
  await addInactiveApps(db, newApps);
  const rememberAdjusted: Remember | null = remember && ((restored) => remember(restored, adjusted));
  return insertBackup(db, { file, states, ownerId, remember: rememberAdjusted, report });
}

/** A file with its states, as they would be restored, and what that takes. Only reads. */
export async function adjustedFile(db: Db, raw: Entry) {
  const { file, report, rename, ...rest } = await adjustBackup(db, raw);
  await requireRoomForApps(db, rest.newApps);
  const opened = await openAdjustedStates(file, rename);
  return { ...rest, file, states: opened.states, report: [...report, ...opened.report] };
}

/** Replaces the report of an earlier import. */
export async function storeReport(db: Db, projectId: number, lines: ReportLine[]): Promise<void> {
  await db
    .insert(restoreReports)
    .values({ project_id: projectId, lines })
    .onConflictDoUpdate({ target: restoreReports.project_id, set: { lines, created: sql`now()` } });
}

export async function findReport(db: Db, projectId: number): Promise<RestoreReport> {
  const [row] = await db.select().from(restoreReports).where(eq(restoreReports.project_id, projectId));
  return RestoreReport.parse(row ?? { created: null, lines: [] });
}

type Backup = {
  file: BackupFile;
  states: BackupState[];
  ownerId: number;
  remember: Remember | null;
  /** What reading the file took. */
  report: ReportLine[];
};

async function insertBackup(db: Db, backup: Backup): Promise<RestoredProject> {
  const { file, states, ownerId, remember } = backup;
  const project = await insertProject(db, file.meta, ownerId);
  const named = new Named();
  const place: Place = { db, projectId: project.id, find: named.find, droppedAliases: [] };
  const stored: Stored[] = [];
  for (const part of resourcesOf(file)) stored.push({ part, id: named.add(part, await part.create(place)) });
  const versions = await insertStates(db, project.id, states, named.of("templates"));
  await shareStates(db, file.templates, named.of("templates"), () => true);
  for (const part of startersOf(file)) stored.push({ part, id: await part.create(place) });
  const dropped = await insertAliases(db, project.id, null, file.integration_aliases);
  await remember?.({ projectId: project.id, file, stored, find: named.find });
  const report = [...backup.report, ...missingAnswers(file)];
  if (report.length > 0) await storeReport(db, project.id, report);
  const emptySecrets = [
    ...file.environments.flatMap(({ secrets }) => secrets),
    ...schedulesOf(file).flatMap(secretAnswersOf),
  ];
  return {
    ...project,
    report,
    empty_keys: file.keys.length,
    empty_secrets: emptySecrets.length,
    dropped_aliases: [...place.droppedAliases, ...dropped],
    restored_states: states.length,
    restored_state_versions: versions,
  };
}
