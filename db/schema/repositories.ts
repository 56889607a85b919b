import { foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id } from "@/db/columns";
import { accessKeys } from "@/db/schema/access-keys";
import { projects } from "@/db/schema/projects";

export const repositories = pgTable(
  "repositories",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    git_url: text().notNull(),
    git_branch: text().notNull(),
    ssh_key_id: integer().notNull(),
  },
  (t) => [
    unique("repositories_project_id_id").on(t.project_id, t.id),
    index("repositories_name").on(t.project_id, t.name),
    index("repositories_ssh_key").on(t.ssh_key_id),
    foreignKey({
      name: "repositories_ssh_key_fk",
      columns: [t.project_id, t.ssh_key_id],
      foreignColumns: [accessKeys.project_id, accessKeys.id],
    }),
  ],
);
