import { index, integer, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";

/** A user's own filters of a project's task history, in their order; a query is as in the address. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    filters: jsonb().$type<{ name: string; query: string }[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.project_id] }), index("saved_filters_project").on(t.project_id)],
);
