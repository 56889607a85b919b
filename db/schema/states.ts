import { index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import type { StateKind } from "@/lib/protocol/state";

/** What Terraform, OpenTofu or Pulumi know of the things they made; templates share it, and it outlives them. */
export const states = pgTable(
  "states",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    kind: text().$type<StateKind>().notNull(),
    created: created(),
    /** When a tool or a person first used it; null: made for a template whose code may have a backend of its own. */
    used_at: instant(),
  },
  (t) => [unique("states_project_id_id").on(t.project_id, t.id), index("states_name").on(t.project_id, t.name)],
);

/** A workspace of Terraform or a stack of Pulumi: it has versions and a lock of its own. */
export const stateWorkspaces = pgTable(
  "state_workspaces",
  {
    id: id(),
    state_id: integer()
      .notNull()
      .references(() => states.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Number of the newest version; null: there is none, or the tool has deleted the state. */
    newest: integer(),
    /** The highest number ever given to a version. */
    last_number: integer().notNull().default(0),
    /** Random, for the secrets of a stack; never derived from the keys, which rotate. */
    passphrase: sealed(),
  },
  (t) => [unique("state_workspaces_name").on(t.state_id, t.name)],
);
