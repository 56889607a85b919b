import { foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id } from "@/db/columns";
import { accessKeys } from "@/db/schema/access-keys";
import { projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";

export const inventories = pgTable(
  "inventories",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text().$type<"static" | "static-yaml" | "file" | "terraform-workspace" | "tofu-workspace">().notNull(),
    inventory: text().notNull().default(""),
    ssh_key_id: integer(),
    become_key_id: integer(),
    /** The template a workspace was created for. Informational, so not a foreign key. */
    holder_id: integer(),
    repository_id: integer(),
  },
  (t) => [
    unique("inventories_project_id_id").on(t.project_id, t.id),
    index("inventories_name").on(t.project_id, t.name),
    index("inventories_ssh_key").on(t.ssh_key_id),
    index("inventories_become_key").on(t.become_key_id),
    index("inventories_repository").on(t.repository_id),
    foreignKey({
      name: "inventories_ssh_key_fk",
      columns: [t.project_id, t.ssh_key_id],
      foreignColumns: [accessKeys.project_id, accessKeys.id],
    }),
    foreignKey({
      name: "inventories_become_key_fk",
      columns: [t.project_id, t.become_key_id],
      foreignColumns: [accessKeys.project_id, accessKeys.id],
    }),
    foreignKey({
      name: "inventories_repository_fk",
      columns: [t.project_id, t.repository_id],
      foreignColumns: [repositories.project_id, repositories.id],
    }),
  ],
);
