import { project } from "@/lib/access/access";
import { storeTask } from "@/lib/backup/history/import";
import { hasLocalRuns, readMark } from "@/lib/backup/history/mark";
import { HistoryInput, ImportedHistory, ImportedTask } from "@/lib/backup/schema/history";
import { SourceQuery } from "@/lib/backup/schema/import";
import { operation } from "@/lib/operation/define";
import { ProjectParams } from "@/lib/operation/fields";

/** Imported tasks say who ran them, so only owners may add some. */
const owners = project("updateProject");

export const readHistory = operation({
  name: "project.readHistory",
  summary: "How far the tasks of a project have been imported from its source",
  transaction: "none",
  access: owners,
  params: ProjectParams,
  input: SourceQuery,
  output: ImportedHistory,
  run: async ({ db, project, input: { source } }) => {
    const mark = await readMark(db, project.id, source);
    const newest = mark && { id: mark.id, created: mark.created, complete: mark.complete };
    return { local_runs: await hasLocalRuns(db, project.id, mark), newest };
  },
});

export const importTask = operation({
  name: "project.importTask",
  summary:
    "Adds a task that ended at the source of an imported project, or continues its log; the oldest first, and only while no task has run here",
  transaction: "whole",
  access: owners,
  params: ProjectParams,
  input: HistoryInput,
  output: ImportedTask,
  run: async ({ db, project, input, announce }) => {
    const imported = await storeTask(db, project.id, input);
    if (imported.id !== null) announce({ type: "task", project_id: project.id, task_id: imported.id });
    return imported;
  },
  event: ({ input: { source, task }, result: { id, created } }) =>
    created && id !== null
      ? { object_type: "task", object_id: id, description: `Task ID ${id} imported: task ${task.id} of ${source}` }
      : null,
});
