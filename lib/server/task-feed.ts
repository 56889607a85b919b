import { inArray } from "drizzle-orm";
import { database } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { type HubServer, projectRoom } from "@/lib/server/rooms";
import { log } from "@/lib/settings/log";

const columns = {
  task_id: tasks.id,
  template_id: tasks.template_id,
  project_id: tasks.project_id,
  status: tasks.status,
  reason: tasks.reason,
  start: tasks.start,
  end: tasks.end,
  version: tasks.version,
};

/** Sends changed task rows to the members of their projects; a burst of changes becomes one query. */
export class TaskFeed {
  private readonly changedIds = new Set<number>();

  constructor(private readonly io: HubServer) {}

  changed(taskId: number): void {
    if (this.changedIds.size === 0) setImmediate(() => void this.flush());
    this.changedIds.add(taskId);
  }

  private async flush(): Promise<void> {
    const ids = [...this.changedIds];
    this.changedIds.clear();
    try {
      const rows = await database().select(columns).from(tasks).where(inArray(tasks.id, ids));
      for (const row of rows) this.io.local.to(projectRoom(row.project_id)).emit("task", row);
    } catch (error) {
      log.warn({ err: error, tasks: ids }, "could not push task changes");
    }
  }
}
