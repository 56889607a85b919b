import { index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id, sealed } from "@/db/columns";
import { projects } from "@/db/schema/projects";

export const accessKeys = pgTable(
  "access_keys",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text().$type<"ssh" | "login_password" | "none">().notNull(),
    /** JSON of the secret fields; null until somebody enters them. */
    secret: sealed(),
    /** The public details of an ssh key. */
    details: jsonb().$type<{ type: string; bits: number; comment: string; fingerprint: string }>(),
    /** Increases with every new secret, so that a task can record which one it used. */
    version: integer().notNull().default(1),
  },
  (t) => [
    unique("access_keys_project_id_id").on(t.project_id, t.id),
    index("access_keys_name").on(t.project_id, t.name),
  ],
);
