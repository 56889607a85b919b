import { sql } from "drizzle-orm";
import { type Announcement, CHANNEL } from "@/db/announcement";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";
import { track } from "@/db/unfinished";

/** A runner begins what it has claimed within this time. */
const LATER_MS = 25;

/** After a statement, changes of tasks and states wait so long for others to leave with. */
const PAUSE_MS = 20;

/** Runners wait for work and people for lines, and what somebody may do changes at once. */
const mayWait = ({ type }: Announcement) => type === "task" || type === "state";

/** Sends one statement at a time; what is added meanwhile goes with the next, equal ones once. */
class Sender {
  private batch = new Set<string>();
  private next: Promise<void> | null = null;
  private sending: Promise<unknown> = Promise.resolve();
  private isUrgent = false;
  private mayPauseUntil = 0;
  private endPause = () => {};

  constructor(private readonly db: Db) {}

  /** Settles with the statement that carries them. */
  add(announcements: readonly Announcement[]): Promise<void> {
    for (const announcement of announcements) this.batch.add(JSON.stringify(announcement));
    if (!announcements.every(mayWait)) this.hurry();
    this.next ??= track(
      this.db,
      this.sending.then(() => this.pause()).then(() => this.send()),
    );
    return this.next;
  }

  private hurry(): void {
    this.isUrgent = true;
    this.endPause();
  }

  private pause(): Promise<void> | undefined {
    const milliseconds = this.mayPauseUntil - performance.now();
    if (this.isUrgent || milliseconds <= 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  addLater(announcements: readonly Announcement[]): void {
    for (const announcement of announcements) this.batch.add(JSON.stringify(announcement));
    // What is lost here costs a moment, as above.
    setTimeout(() => this.batch.size > 0 && this.add([]).catch(() => undefined), LATER_MS).unref();
  }

  private send(): Promise<void> {
    const texts = [...this.batch];
    this.batch = new Set();
    this.next = null;
    this.isUrgent = false;
    this.mayPauseUntil = performance.now() + PAUSE_MS;
    const sent = send(this.db, texts);
    this.sending = sent.catch(() => undefined);
    return sent;
  }
}

const senders = new WeakMap<Db, Sender>();

export function senderOf(db: Db): Sender {
  const sender = senders.get(db) ?? new Sender(db);
  senders.set(db, sender);
  return sender;
}

/** A notification is worth no wait for the disk: after a crash of the database every listener reads again. */
async function send(db: Db, texts: readonly string[]): Promise<void> {
  await notifyNow(db).execute({ texts: JSON.stringify(texts) });
}

export const announced = sql`pg_notify(${CHANNEL}, text) from json_array_elements_text(${sql.placeholder("texts")}::json) text`;
const notifyNow = preparedSql(() => sql`select set_config('synchronous_commit', 'off', true), ${announced}`);
