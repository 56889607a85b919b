import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { projects } from "@/db/schema/projects";

/** Notifications to send; written with the status change they tell of, sent and retried afterwards. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    task_id: integer(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    created: created(),
    due_at: instant().notNull().default(sql`now()`),
    tries: integer().notNull().default(0),
    sent_at: instant(),
    failed_at: instant(),
    last_error: text(),
  },
  (t) => [
    index("outbox_due").on(t.due_at).where(sql`sent_at is null and failed_at is null`),
    index("outbox_project").on(t.project_id, t.id),
  ],
);
