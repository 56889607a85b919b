import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created } from "@/db/columns";
import { projects } from "@/db/schema/projects";

/** ssh host keys pinned on first use; `line` is a complete known_hosts line. */
export const hostKeys = pgTable(
  "host_keys",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    host: text().notNull(),
    key_type: text().notNull(),
    line: text().notNull(),
    created: created(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.host, t.key_type] })],
);
