import { database } from "@/db/client";
import { type HubServer, taskRoom } from "@/lib/server/rooms";
import { log } from "@/lib/settings/log";
import { readChunks } from "@/lib/task/log/read-log";

type Feed = { next: number; reading: boolean; grewMeanwhile: boolean };

/** Sends new log lines to those who watch a task; nothing is read for tasks nobody watches. */
export class LogFeed {
  private readonly feeds = new Map<number, Feed>();

  constructor(private readonly io: HubServer) {}

  /** Somebody watches: lines from `next` on are pushed; what is before, the browser fetches. */
  watchFrom(taskId: number, next: number): void {
    if (!this.feeds.has(taskId)) this.feeds.set(taskId, { next, reading: false, grewMeanwhile: false });
  }

  grew(taskId: number): void {
    const feed = this.feeds.get(taskId);
    if (!feed) return;
    if (feed.reading) feed.grewMeanwhile = true;
    else void this.push(taskId, feed);
  }

  private async push(taskId: number, feed: Feed): Promise<void> {
    feed.reading = true;
    try {
      do {
        feed.grewMeanwhile = false;
        if (!this.io.sockets.adapter.rooms.has(taskRoom(taskId))) return void this.feeds.delete(taskId);
        await this.pushNew(taskId, feed);
      } while (feed.grewMeanwhile);
    } catch (error) {
      log.warn({ err: error, task: taskId }, "could not push log lines");
    } finally {
      feed.reading = false;
    }
  }

  private async pushNew(taskId: number, feed: Feed): Promise<void> {
    for (;;) {
      const chunks = await readChunks(database(), taskId, feed.next);
      const last = chunks.at(-1);
      if (!last) return;
      for (const chunk of chunks) this.io.local.to(taskRoom(taskId)).emit("log", { task_id: taskId, ...chunk });
      feed.next = last.first_line + last.offsets.length;
    }
  }
}
