import { database } from "@/db/client";
import type { LogChunk } from "@/lib/protocol/log";
import { log } from "@/lib/settings/log";
import { readChunks } from "@/lib/task/log/read-log";

/** Receivers of the lines; a task that is no longer watched is dropped. */
type Audience = { isWatched: (taskId: number) => boolean; send: (taskId: number, chunk: LogChunk) => void };

type Feed = { next: number; reading: Promise<void> | null; grewMeanwhile: boolean };

/** Sends new log lines to the watchers of a task; tasks without watchers cause no reads. */
export class LogFeed {
  private readonly feeds = new Map<number, Feed>();

  constructor(private readonly audience: Audience) {}

  /** A browser started watching: lines from `next` on are pushed; it fetches earlier ones itself. */
  watchFrom(taskId: number, next: number): void {
    if (!this.feeds.has(taskId)) this.feeds.set(taskId, { next, reading: null, grewMeanwhile: false });
  }

  forget(taskId: number): void {
    this.feeds.delete(taskId);
  }

  /** This process has stored a chunk: if it is the next one, it need not be read again. */
  stored(taskId: number, chunk: LogChunk): void {
    const feed = this.feeds.get(taskId);
    if (!feed || feed.reading || feed.next !== chunk.first_line) return;
    if (!this.audience.isWatched(taskId)) return void this.forget(taskId);
    this.audience.send(taskId, chunk);
    feed.next += chunk.offsets.length;
  }

  /** Some process has stored the lines before `next`; by default, of unknown number. Settles when they have been sent. */
  appended(taskId: number, next = Infinity): Promise<void> {
    const feed = this.feeds.get(taskId);
    if (!feed || feed.next >= next) return Promise.resolve();
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
