import { database } from "@/db/client";
import type { LogChunk } from "@/lib/protocol/log";
import { log } from "@/lib/settings/log";
import { readChunks } from "@/lib/task/log/read-log";

/** Who gets the lines; a task that nobody watches any more is forgotten. */
type Audience = { isWatched: (taskId: number) => boolean; send: (taskId: number, chunk: LogChunk) => void };

type Feed = { next: number; reading: Promise<void> | null; grewMeanwhile: boolean };

/** Sends new log lines to those who watch a task; nothing is read for tasks nobody watches. */
export class LogFeed {
  private readonly feeds = new Map<number, Feed>();

  constructor(private readonly audience: Audience) {}

  /** Somebody watches: lines from `next` on are pushed; what is before, the browser fetches. */
  watchFrom(taskId: number, next: number): void {
    if (!this.feeds.has(taskId)) this.feeds.set(taskId, { next, reading: null, grewMeanwhile: false });
  }

  forget(taskId: number): void {
    this.feeds.delete(taskId);
  }

  /** Settles when every line there is has been sent; never rejects. */
  grew(taskId: number): Promise<void> {
    const feed = this.feeds.get(taskId);
    if (!feed) return Promise.resolve();
    feed.grewMeanwhile = true;
    feed.reading ??= this.push(taskId, feed);
    return feed.reading;
  }

  private async push(taskId: number, feed: Feed): Promise<void> {
    try {
      while (feed.grewMeanwhile) {
        feed.grewMeanwhile = false;
        if (!this.audience.isWatched(taskId)) return this.forget(taskId);
        await this.pushNew(taskId, feed);
      }
    } catch (error) {
      log.warn({ err: error, task: taskId }, "could not push log lines");
    } finally {
      feed.reading = null;
    }
  }

  private async pushNew(taskId: number, feed: Feed): Promise<void> {
    for (;;) {
      const chunks = await readChunks(database(), taskId, feed.next);
      const last = chunks.at(-1);
      if (!last) return;
      for (const chunk of chunks) this.audience.send(taskId, chunk);
      feed.next = last.first_line + last.offsets.length;
    }
  }
}
