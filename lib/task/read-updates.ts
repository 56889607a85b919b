import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { tasks } from "@/db/schema/tasks";
import { workflowRuns } from "@/db/schema/workflows";
import type { TaskUpdate } from "@/lib/protocol/socket";

const columns = {
  task_id: tasks.id,
  template_id: tasks.template_id,
  project_id: tasks.project_id,
  parent_task_id: tasks.parent_task_id,
  is_workflow: sql<boolean>`exists (select from ${workflowRuns} where ${workflowRuns.task_id} = ${tasks.id})`,
  user_id: tasks.user_id,
  status: tasks.status,
  reason: tasks.reason,
  start: tasks.start,
  end: tasks.end,
  version: tasks.version,
  commit_hash: tasks.commit_hash,
  commit_message: tasks.commit_message,
};

/** The current state of changed tasks. */
export const readUpdates = (db: Db, taskIds: number[]): Promise<TaskUpdate[]> => selectUpdates(db).execute({ taskIds });

const selectUpdates = prepared((db) =>
  db
    .select(columns)
    .from(tasks)
    .where(isOneOf(tasks.id, sql.placeholder("taskIds")))
    .prepare("updates"),
);
