import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import type { Alert, Channel, SendReason } from "@/lib/protocol/alert";

/**
 * Alerts, one row for each channel and recipient: written with the status change they tell of, sent and tried again
 * afterwards. They are also the log of what was sent.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** Goes along with the message, so that its receiver knows one that is sent again. */
    key: uuid().notNull().defaultRandom(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    task_id: integer(),
    channel: text().$type<Channel>().notNull(),
    /** The address of a mail, the id of a chat; "" where the channel leads to one place only. */
    recipient: text().notNull(),
    /** Null: a test message. */
    payload: jsonb().$type<Alert>(),
    created: created(),
    due_at: instant().notNull().default(sql`now()`),
    /** Until then somebody is sending it. */
    claimed_until: instant(),
    tries: integer().notNull().default(0),
    sent_at: instant(),
    /** Given up. */
    failed_at: instant(),
    /** What went wrong the last time. */
    reason: text().$type<SendReason>(),
    /** A status or error code, never a text of the other side. */
    detail: text(),
  },
  (t) => [
    index("outbox_due").on(t.channel, t.due_at).where(sql`sent_at is null and failed_at is null`),
    index("outbox_project").on(t.project_id, t.id),
    index("outbox_created").on(t.created),
  ],
);
