import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { importOrigins } from "@/db/schema/import-origins";
import { projects } from "@/db/schema/projects";
import { hashesOf, hashOf } from "@/lib/backup/import/fields";
import { sourceIdsOf } from "@/lib/backup/import/identify";
import { readObjects } from "@/lib/backup/import/objects";
import type { Restored } from "@/lib/backup/restore";
import type { Part } from "@/lib/backup/restore/entries";
import type { Entry, FindId } from "@/lib/backup/rules/kinds";
import type { BackupFile } from "@/lib/backup/schema";
import { listProjects } from "@/lib/project/store";

export type Origin = typeof importOrigins.$inferSelect;

/** The row of the project itself; others are named by the list of their objects. */
export const PROJECT = "project";
/** The rows of imported tasks, and the one that says how far their import has come. */
export const TASKS = "tasks";
export const HISTORY = "history";

/** A file to import: as it was read, and what the project is called at its source. */
export type ImportedFile = { source: string; file: BackupFile; raw: Entry };

/** Those of objects; there may be many tasks. */
export const readOrigins = (db: Db, projectId: number, source: string): Promise<Origin[]> =>
  db
    .select()
    .from(importOrigins)
    .where(
      and(
        eq(importOrigins.project_id, projectId),
        eq(importOrigins.source, source),
        notInArray(importOrigins.kind, [TASKS, HISTORY]),
      ),
    );

/** Adds or replaces rows. */
export async function storeOrigins(db: Db, rows: Origin[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = JSON.stringify(rows);
  await db.execute(sql`
    delete from ${importOrigins} using json_populate_recordset(null::${importOrigins}, ${keys}::json) as stale
    where ${importOrigins.project_id} = stale.project_id and ${importOrigins.source} = stale.source
      and ${importOrigins.kind} = stale.kind and ${importOrigins.source_id} = stale.source_id`);
  await insertRows(db, importOrigins, rows);
}

/** Records where a new project and its objects come from. */
export async function rememberImport(
  db: Db,
  source: string,
  { projectId, file, stored, find }: Restored,
  raw: Entry,
): Promise<void> {
  const objects = await readObjects(db, projectId);
  const parts = stored.map(({ part }) => part);
  const sourceIds = sourceIdsOf(file, raw, parts);
  const rows = stored.map(({ part, id }): Origin => {
    const row = objects[part.list].get(id) ?? { id };
    return {
      project_id: projectId,
      source,
      kind: part.list,
      source_id: sourceIds.get(part) ?? "",
      object_id: id,
      taken: hashesOf(part.list, theirsOf(part, find, { isStopped: false })),
      stored: hashesOf(part.list, row),
    };
  });
  await storeOrigins(db, [projectRow(projectId, source, file, objects.aliases), ...rows]);
}

/**
 * The fields of a part. Whether a schedule is active was decided when it was first imported; from then on, an import may
 * only stop it, because it would run something else.
 */
export function theirsOf(part: Part, find: FindId, { isStopped }: { isStopped: boolean }): Record<string, unknown> {
  const input = part.input(find);
  return part.list === "schedules" ? { ...input, active: !isStopped } : input;
}

/** Row of the project itself, of which only the aliases are compared. */
export const projectRow = (projectId: number, source: string, file: BackupFile, aliases: string[]): Origin => ({
  project_id: projectId,
  source,
  kind: PROJECT,
  source_id: "",
  object_id: projectId,
  taken: { aliases: hashOf(file.integration_aliases) },
  stored: { aliases: hashOf(aliases) },
});

/** The projects that the user may see and that were imported from the source, the newest first. */
export async function listImported(db: Db, user: { id: number; admin: boolean }, source: string) {
  const imported = db
    .select({ id: importOrigins.object_id })
    .from(importOrigins)
    .where(and(eq(importOrigins.source, source), eq(importOrigins.kind, PROJECT)));
  return (await listProjects(db, user, inArray(projects.id, imported))).sort((a, b) => b.id - a.id);
}
