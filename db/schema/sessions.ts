import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { created, instant } from "@/db/columns";
import { users } from "@/db/schema/users";

/** A signed-in browser. The cookie holds the id; the row stores only its SHA-256. */
export const sessions = pgTable(
  "sessions",
  {
    id_hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created: created(),
    last_seen: instant().notNull(),
    ip: text().notNull().default(""),
    user_agent: text().notNull().default(""),
  },
  (t) => [index("sessions_user").on(t.user_id), index("sessions_last_seen").on(t.last_seen)],
);
