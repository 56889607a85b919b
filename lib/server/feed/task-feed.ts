import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { tasks } from "@/db/schema/tasks";
import { workflowRuns } from "@/db/schema/workflows";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { log } from "@/lib/settings/log";

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
export const readUpdates = (taskIds: number[]): Promise<TaskUpdate[]> => selectUpdates(database()).execute({ taskIds });

const selectUpdates = prepared((db) =>
  db
    .select(columns)
    .from(tasks)
    .where(isOneOf(tasks.id, sql.placeholder("taskIds")))
    .prepare("updates"),
);

/** Changes that no browser waits for are read together. */
const UNWATCHED_MS = 1000;

/** Reads the rows of changed tasks and passes them on; a burst of changes becomes one query. */
export class TaskFeed {
  private readonly changedIds = new Set<number>();
  private atOnce: NodeJS.Immediate | null = null;
  private later: NodeJS.Timeout | null = null;

  constructor(private readonly send: (updates: TaskUpdate[]) => void | Promise<void>) {}

  changed(taskId: number, isWatched = true): void {
    this.changedIds.add(taskId);
    if (isWatched) this.atOnce ??= setImmediate(() => void this.flush());
    else this.later ??= setTimeout(() => void this.flush(), UNWATCHED_MS).unref();
  }

  private async flush(): Promise<void> {
    if (this.later) clearTimeout(this.later);
    if (this.atOnce) clearImmediate(this.atOnce);
    this.atOnce = this.later = null;
    const ids = [...this.changedIds];
    this.changedIds.clear();
    try {
      await this.send(await readUpdates(ids));
    } catch (error) {
      log.warn({ err: error, tasks: ids }, "could not push task changes");
    }
  }
}
