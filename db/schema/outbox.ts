import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import type { Alert, Channel, SendReason } from "@/lib/protocol/alert";

/**
 * Alerts, one row per channel and recipient: written in the same transaction as the status change, sent and retried
 * afterwards. Also serves as the delivery log.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** Sent with the message, so that the receiver can recognize a retry. */
    key: uuid().notNull().defaultRandom(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    task_id: integer(),
    channel: text().$type<Channel>().notNull(),
    /** An e-mail address or chat id; "" if the channel has only one destination. */
    recipient: text().notNull(),
    /** Null for a test message. */
    payload: jsonb().$type<Alert>(),
    created: created(),
    due_at: instant().notNull().default(sql`now()`),
    /** Being sent by a node until then. */
    claimed_until: instant(),
    tries: integer().notNull().default(0),
    sent_at: instant(),
    /** When retries were given up. */
    failed_at: instant(),
    /** Reason of the last failure. */
    reason: text().$type<SendReason>(),
    /** A status or error code, never text from the other side. */
    detail: text(),
  },
  (t) => [
    index("outbox_due").on(t.channel, t.due_at).where(sql`sent_at is null and failed_at is null`),
    index("outbox_project").on(t.project_id, t.id),
    index("outbox_created").on(t.created),
  ],
);
