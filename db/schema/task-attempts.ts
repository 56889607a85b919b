import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created, instant } from "@/db/columns";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";

/** One try of one runner at a task. The server accepts a runner's word only for the newest. */
export const taskAttempts = pgTable(
  "task_attempts",
  {
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    attempt: integer().notNull(),
    runner_id: integer().references(() => runners.id, { onDelete: "set null" }),
    instance_id: text().notNull(),
    claimed_at: created(),
    begun_at: instant(),
    applied_at: instant(),
    heartbeat_at: instant().notNull(),
    stop_requested: text().$type<"stop" | "kill">(),
    /** The last directive handed out by a poll; heartbeats repeat it, polls do not. */
    directive_sent: text(),
    /** How many log lines are stored, and their CRC-32. */
    log_lines: integer().notNull().default(0),
    log_crc: bigint({ mode: "number" }).notNull().default(0),
    /** The same of its events, see task-events.ts. */
    events: integer().notNull().default(0),
    events_crc: bigint({ mode: "number" }).notNull().default(0),
    exit_code: integer(),
    ended_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.attempt] }),
    index("task_attempts_open").on(t.runner_id).where(sql`ended_at is null`),
  ],
);
