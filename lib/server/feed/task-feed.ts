import { database } from "@/db/client";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { log } from "@/lib/settings/log";
import { readUpdates } from "@/lib/task/read-updates";

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
      await this.send(await readUpdates(database(), ids));
    } catch (error) {
      log.warn({ err: error, tasks: ids }, "could not push task changes");
    }
  }
}
