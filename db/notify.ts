import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";
import { track } from "@/db/unfinished";

/** What NOTIFY carries between web nodes: ids only; the listeners read the rows. */
export const Announcement = z.discriminatedUnion("type", [
  z.object({ type: z.literal("task"), project_id: z.int(), task_id: z.int() }),
  /** Lines before `next_line` are stored. */
  z.object({ type: z.literal("log"), task_id: z.int(), next_line: z.int() }),
  /**
   * There is a directive for this runner, or for any: a task to claim, a probe (`probe`), or the slot that a task gave
   * back (`ended`, its id), which a confirmed task may wait for.
   */
  z.object({
    type: z.literal("work"),
    runner_id: z.int().nullable(),
    probe: z.literal(true).optional(),
    ended: z.int().optional(),
  }),
  /** A state got a version, or its lock was taken or given back. */
  z.object({ type: z.literal("state"), project_id: z.int(), state_id: z.int() }),
  /** What a runner may do changed, or which process speaks for it. */
  z.object({ type: z.literal("runner") }),
  /** Membership or sessions of this user changed: its sockets must authenticate again. */
  z.object({ type: z.literal("access"), user_id: z.int() }),
]);
export type Announcement = z.infer<typeof Announcement>;
export type WorkAnnouncement = Extract<Announcement, { type: "work" }>;

type StateRef = { id: number; project_id: number };

/** Screens that show the state look again. */
export const stateChanged = ({ id, project_id }: StateRef): Announcement => ({
  type: "state",
  project_id,
  state_id: id,
});

/** A waiting task may start that could not before, on whichever runner. */
export const claimable: Announcement = { type: "work", runner_id: null };

/** A lock ended that no task held. */
export const lockEnded = (state: StateRef): Announcement[] => [stateChanged(state), claimable];

export const CHANNEL = "signalbox";

/**
 * NOTIFY takes a global lock, so new log lines of one task announce themselves ten times a second at most. The first
 * few are announced at once, because users wait for the first lines of a task.
 */
const LOG_EVERY_MS = 100;
const LOG_BURST = 6;

/** Announces changes to every web node. Call it after the commit, with ids only (Postgres caps 8000 bytes). */
export async function notify(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const allowed = announcements.filter((announcement) => announcement.type !== "log" || isAllowed(db, announcement));
  if (allowed.length > 0) await senderOf(db).add(allowed);
}

/** A runner begins what it has claimed within this time. */
const LATER_MS = 25;

/** The same for changes that others follow closely: they leave with the next announcements, or after this time. */
export function notifyLater(db: Db, announcements: readonly Announcement[]): void {
  if (announcements.length > 0) senderOf(db).addLater(announcements);
}

type LogGrew = Announcement & { type: "log" };
type Allowance = { left: number; owed: LogGrew | null };
const allowances = new Map<number, Allowance>();

function isAllowed(db: Db, announcement: LogGrew): boolean {
  const allowance = allowances.get(announcement.task_id) ?? openAllowance(db, announcement);
  if (allowance.left === 0) {
    allowance.owed = announcement;
    return false;
  }
  allowance.left -= 1;
  return true;
}

/** Earns one announcement back at each tick, or sends the one that is owed; forgotten when it is full again. */
function openAllowance(db: Db, announcement: LogGrew): Allowance {
  const allowance: Allowance = { left: LOG_BURST, owed: null };
  allowances.set(announcement.task_id, allowance);
  const timer = setInterval(() => {
    const { owed } = allowance;
    if (owed) {
      allowance.owed = null;
      // A lost one costs a moment only: browsers fetch what they miss, and the next lines announce themselves.
      senderOf(db)
        .add([owed])
        .catch(() => undefined);
    } else if (++allowance.left >= LOG_BURST) {
      clearInterval(timer);
      allowances.delete(announcement.task_id);
    }
  }, LOG_EVERY_MS);
  timer.unref();
  return allowance;
}

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

function senderOf(db: Db): Sender {
  const sender = senders.get(db) ?? new Sender(db);
  senders.set(db, sender);
  return sender;
}

/** Announces changes of a transaction that is still open; Postgres delivers them with its commit, or never. */
export async function notifyAtCommit(tx: Db, announcements: readonly Announcement[]): Promise<void> {
  const texts = [...new Set(announcements.map((announcement) => JSON.stringify(announcement)))];
  if (texts.length > 0) await notifyThen(tx).execute({ texts: JSON.stringify(texts) });
}

/** A notification is worth no wait for the disk: after a crash of the database every listener reads again. */
async function send(db: Db, texts: readonly string[]): Promise<void> {
  await notifyNow(db).execute({ texts: JSON.stringify(texts) });
}

const announced = sql`pg_notify(${CHANNEL}, text) from json_array_elements_text(${sql.placeholder("texts")}::json) text`;
const notifyThen = preparedSql(() => sql`select ${announced}`);
const notifyNow = preparedSql(() => sql`select set_config('synchronous_commit', 'off', true), ${announced}`);
