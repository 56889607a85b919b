import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tasks } from "@/db/schema/tasks";

const ofTask = () =>
  integer()
    .notNull()
    .references(() => tasks.id, { onDelete: "cascade" });

/** The results of hosts as their runner reported them, one event as JSON in a line; append-only, as log_chunks. */
export const taskEventChunks = pgTable(
  "task_event_chunks",
  {
    task_id: ofTask(),
    first_event: integer().notNull(),
    event_count: integer().notNull(),
    attempt: integer().notNull(),
    /** Numbers of the steps and hosts with a result in it, and the letters of the results' states: where to look. */
    steps: integer().array().notNull(),
    hosts: integer().array().notNull(),
    states: text().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.first_event] })],
);

/** A step of a playbook with the states of all hosts: what the matrix of a million results is read from. */
export const taskSteps = pgTable(
  "task_steps",
  {
    task_id: ofTask(),
    number: integer().notNull(),
    play: text().notNull(),
    name: text().notNull(),
    file: text().notNull(),
    file_line: integer().notNull(),
    is_handler: boolean().notNull(),
    /** A letter for each host, at the place of its number; a blank where there is no result (lib/protocol/events.ts). */
    states: text().notNull(),
    /** When its first result began and its last one ended, in milliseconds since 1970; null: no result yet. */
    started: bigint({ mode: "number" }),
    ended: bigint({ mode: "number" }),
    /** What all hosts took together. */
    millis: bigint({ mode: "number" }).notNull(),
    /** Number of the event that changed it last, for readers that know the others. */
    last_event: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.number] })],
);

/** A host of a run. */
export const taskHosts = pgTable(
  "task_hosts",
  {
    task_id: ofTask(),
    number: integer().notNull(),
    name: text().notNull(),
    /** What all steps took on it together. */
    millis: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.number] })],
);
