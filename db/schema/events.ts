import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, id } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import type { EventAction, EventPart } from "@/lib/protocol/event-action";

/** The activity feed. Written in the same transaction as the change; only its author's name is added when the account is deleted. */
export const events = pgTable(
  "events",
  {
    id: id(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** What remains of the person when the account is deleted; null before. */
    user_name: text(),
    username: text(),
    integration_id: integer(),
    object_type: text().notNull(),
    object_id: integer(),
    object_name: text().notNull().default(""),
    /** Null: only the text says what happened. */
    action: text().$type<EventAction>(),
    part: jsonb().$type<EventPart>(),
    description: text().notNull(),
    ip: text().notNull().default(""),
    /** Field values before and after; for sealed fields only the fact that they changed. */
    changes: jsonb().$type<Record<string, { from: unknown; to: unknown } | { sealed: true }>>(),
    created: created(),
  },
  (t) => [
    index("events_project").on(t.project_id, t.id),
    index("events_type").on(t.project_id, t.object_type, t.id).concurrently(),
    index("events_object").on(t.project_id, t.object_id, t.id).concurrently(),
    index("events_global").on(t.id).where(sql`project_id is null`),
    index("events_person").on(t.user_id, t.project_id, t.id).concurrently(),
    index("events_created").on(t.created, t.id).concurrently(),
  ],
);
