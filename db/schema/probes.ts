import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { users } from "@/db/schema/users";
import type { ProbeKind, ProbeReport } from "@/lib/protocol/probe";

/** What somebody has tried out before saving it; a row is of use for as long as a form waits for its answer. */
export const probes = pgTable(
  "probes",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Whose tests are counted. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<ProbeKind>().notNull(),
    /** JSON of what the form held; gone once there is an answer. */
    request: sealed(),
    /** Programs that its runner needs. */
    tools: text().array().notNull().default([]),
    /** Of the template whose runners it asks for. */
    runner_tag: text().notNull().default(""),
    /** Of an alert: the messages in the outbox. */
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
