import { foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id, sealed } from "@/db/columns";
import { projects } from "@/db/schema/projects";

export const environments = pgTable(
  "environments",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** JSON text: the extra variables. */
    json: text().notNull().default("{}"),
    /** JSON text: environment variables, name to value; null if none were given. */
    env: text(),
    password: sealed(),
  },
  (t) => [
    unique("environments_project_id_id").on(t.project_id, t.id),
    index("environments_name").on(t.project_id, t.name),
  ],
);

export const environmentSecrets = pgTable(
  "environment_secrets",
  {
    id: id(),
    project_id: integer().notNull(),
    environment_id: integer().notNull(),
    type: text().notNull(),
    name: text().notNull(),
    secret: sealed().notNull(),
  },
  (t) => [
    index("environment_secrets_environment").on(t.project_id, t.environment_id),
    unique("environment_secrets_name").on(t.environment_id, t.type, t.name),
    foreignKey({
      name: "environment_secrets_environment_fk",
      columns: [t.project_id, t.environment_id],
      foreignColumns: [environments.project_id, environments.id],
    }).onDelete("cascade"),
  ],
);
