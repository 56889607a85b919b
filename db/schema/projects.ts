import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created, id } from "@/db/columns";
import { users } from "@/db/schema/users";

export const projects = pgTable(
  "projects",
  {
    id: id(),
    name: text().notNull(),
    created: created(),
    alert: boolean().notNull().default(false),
    alert_chat: text(),
    max_parallel_tasks: integer().notNull().default(0),
    type: text().notNull().default(""),
  },
  (t) => [index("projects_name").on(t.name)],
);

export const projectMembers = pgTable(
  "project_members",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text().$type<"owner" | "manager" | "task_runner" | "guest">().notNull(),
    created: created(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id] }), index("project_members_user").on(t.user_id)],
);

/** What could not be taken as it is when a project was restored. */
export const restoreReports = pgTable("restore_reports", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  created: created(),
  lines: jsonb().$type<unknown[]>().notNull(),
});
