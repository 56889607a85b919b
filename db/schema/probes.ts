import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { users } from "@/db/schema/users";
import type { ProbeKind, ProbeReport } from "@/lib/protocol/probe";

/** Tests of unsaved form values. A row is needed only while a form waits for its result. */
export const probes = pgTable(
  "probes",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Whose probes are counted against the limit. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<ProbeKind>().notNull(),
    /** JSON of the form values; deleted once there is a result. */
    request: sealed(),
    /** Programs that the runner must have. */
    tools: text().array().notNull().default([]),
    /** The runner tag of the template being edited. */
    runner_tag: text().notNull().default(""),
    /** For alerts: the test messages in the outbox. */
    outbox_ids: integer().array().notNull().default([]),
    runner_id: integer().references(() => runners.id, { onDelete: "cascade" }),
    instance_id: text(),
    created: created(),
    begun_at: instant(),
    finished_at: instant(),
    result: jsonb().$type<ProbeReport>(),
  },
  (t) => [index("probes_user").on(t.user_id, t.created), index("probes_created").on(t.created)],
);
