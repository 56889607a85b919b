import { and, eq, max } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { importOrigins } from "@/db/schema/import-origins";
import { tasks } from "@/db/schema/tasks";
import { HISTORY, type Origin, storeOrigins } from "@/lib/backup/import/origins";

/** The newest imported task of a project. */
export type Mark = {
  /** At the source. */
  id: number;
  taskId: number;
  created: string;
  complete: boolean;
};

const Stored = z.object({ id: z.coerce.number(), created: z.string(), log: z.enum(["open", "complete"]) });

export async function readMark(db: Db, projectId: number, source: string): Promise<Mark | null> {
  const [row] = await db
    .select()
    .from(importOrigins)
    .where(isOrigin(projectId, source, HISTORY, ""));
  if (!row) return null;
  const { id, created, log } = Stored.parse(row.taken);
  return { id, taskId: row.object_id, created, complete: log === "complete" };
}

export const markRow = (projectId: number, source: string, { id, taskId, created, complete }: Mark): Origin => ({
  project_id: projectId,
  source,
  kind: HISTORY,
  source_id: "",
  object_id: taskId,
  taken: { id: String(id), created, log: complete ? "complete" : "open" },
  stored: {},
});

export const closeMark = (db: Db, projectId: number, source: string, mark: Mark): Promise<void> =>
  storeOrigins(db, [markRow(projectId, source, { ...mark, complete: true })]);

/** Whether the project has a task that is newer than those imported from this source, or any if none were. */
export async function hasLocalRuns(db: Db, projectId: number, mark: Mark | null): Promise<boolean> {
  const [newest] = await db
    .select({ id: max(tasks.id) })
    .from(tasks)
    .where(eq(tasks.project_id, projectId));
  return (newest?.id ?? 0) > (mark?.taskId ?? 0);
}

/** What an import made of an object of its source, if it was made from its number there. */
export async function originOf(db: Db, projectId: number, source: string, kind: string, id: number | null) {
  if (id === null) return null;
  const [row] = await db
    .select({ object_id: importOrigins.object_id })
    .from(importOrigins)
    .where(isOrigin(projectId, source, kind, sourceIdOf(id)));
  return row?.object_id ?? null;
}

export const sourceIdOf = (id: number): string => `id ${id}`;

const isOrigin = (projectId: number, source: string, kind: string, sourceId: string) =>
  and(
    eq(importOrigins.project_id, projectId),
    eq(importOrigins.source, source),
    eq(importOrigins.kind, kind),
    eq(importOrigins.source_id, sourceId),
  );
