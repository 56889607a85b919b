import { index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id } from "@/db/columns";
import { projects } from "@/db/schema/projects";

export const views = pgTable(
  "views",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    title: text().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [
    unique("views_project_id_id").on(t.project_id, t.id),
    index("views_position").on(t.project_id, t.position, t.id),
  ],
);
