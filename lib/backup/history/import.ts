import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { templates } from "@/db/schema/templates";
import { closeMark, hasLocalRuns, type Mark, markRow, originOf, readMark, sourceIdOf } from "@/lib/backup/history/mark";
import { insertEnded, storeLog } from "@/lib/backup/history/rows";
import { type Origin, storeOrigins, TASKS } from "@/lib/backup/import/origins";
import type { HistoryInput, ImportedTask, Skipped, SourceTask } from "@/lib/backup/schema/history";

/**
 * Stores a task of another product as it ended there, with the first part of its log, or the next part. It takes its place
 * without any of what a start or an end brings about: no alert, no deploy, no drift. Runs in the caller's transaction.
 */
export async function storeTask(db: Db, projectId: number, input: HistoryInput): Promise<ImportedTask> {
  const { source, task, chunks, complete } = input;
  const here = await lockTemplates(db, projectId);
  const mark = await readMark(db, projectId, source);
  if (mark?.id === task.id && !mark.complete) {
    await storeLog(db, mark.taskId, chunks);
    if (complete) await closeMark(db, projectId, source, mark);
    return { id: mark.taskId, created: false, skipped: null };
  }
  const templateId = await originOf(db, projectId, source, "templates", task.template_id);
  const skipped = await whySkipped(db, projectId, source, task, mark);
  if (skipped) return { id: null, created: false, skipped };
  const template = here.find((row) => row.id === templateId);
  if (!template) return { id: null, created: false, skipped: "no_template" };
  const id = await insertEnded(db, { source, template }, task);
  await storeLog(db, id, chunks);
  const next: Mark = { id: task.id, taskId: id, created: task.created, complete };
  await storeOrigins(db, [markRow(projectId, source, next), taskRow(projectId, source, task.id, id)]);
  return { id, created: true, skipped: null };
}

/** A task that starts has to read its template first, so from here on none gets an id before the imported one is stored. */
const lockTemplates = (db: Db, projectId: number) =>
  db.select().from(templates).where(eq(templates.project_id, projectId)).orderBy(templates.id).for("update");

async function whySkipped(
  db: Db,
  projectId: number,
  source: string,
  { id, created }: SourceTask,
  mark: Mark | null,
): Promise<Skipped | null> {
  if ((await originOf(db, projectId, source, TASKS, id)) !== null) return "known";
  if (await hasLocalRuns(db, projectId, mark)) return "local_runs";
  return mark && Date.parse(created) < Date.parse(mark.created) ? "older" : null;
}

const taskRow = (projectId: number, source: string, sourceId: number, taskId: number): Origin => ({
  project_id: projectId,
  source,
  kind: TASKS,
  source_id: sourceIdOf(sourceId),
  object_id: taskId,
  taken: {},
  stored: {},
});
