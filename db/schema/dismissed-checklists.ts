import { index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { created } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import { users } from "@/db/schema/users";

/** Users who no longer want to see the first steps of a project. */
export const dismissedChecklists = pgTable(
  "dismissed_checklists",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    created: created(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.project_id] }), index("dismissed_checklists_project").on(t.project_id)],
);
