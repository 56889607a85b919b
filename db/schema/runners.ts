import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import type { RunnerTools } from "@/lib/protocol/runner";

export const runners = pgTable(
  "runners",
  {
    id: id(),
    /** Set for a project's own runner, which serves only that project; null: administrators manage it. */
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull().default(""),
    token_hash: text().notNull().unique(),
    /** Hash of a token that registers it again, once and until `registration_until`. */
    registration_hash: text(),
    registration_until: instant(),
    webhook: text().notNull().default(""),
    tags: text().array().notNull().default([]),
    /** Accepts only tasks whose template asks for one of its tags. */
    tagged_only: boolean().notNull().default(false),
    /** If off, it serves the projects in runner_projects, which may be none. */
    all_projects: boolean().notNull().default(true),
    max_parallel_tasks: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    /** Accepts no new tasks until it is resumed or a new process starts. */
    draining: boolean().notNull().default(false),
    /** Started by `npm start`. */
    local: boolean().notNull().default(false),
    created: created(),
    instance_id: text(),
    /** The data folder of that process, which keeps others away while it lives; null: it does not say, or has ended. */
    data_folder: text(),
    hostname: text().notNull().default(""),
    version: text().notNull().default(""),
    /** Protocol version (LEGACY_PROTOCOL for a runner of Semaphore) and capabilities of the process that registered last. */
    protocol: integer().notNull().default(1),
    capabilities: text().array().notNull().default([]),
    /** Folders on its machine that local repositories may be in; null: any. */
    local_folders: text().array(),
    /** PEM of a runner of Semaphore that wants its replies encrypted. */
    public_key: text(),
    tools: jsonb().$type<RunnerTools>().notNull().default({}),
    last_seen: instant(),
    /** Asked to drop its stored repositories and requirements; each process does so once it is idle. */
    cleaning_requested: instant(),
  },
  (t) => [index("runners_project").on(t.project_id)],
);

/** The projects a runner serves, unless it serves all. */
export const runnerProjects = pgTable(
  "runner_projects",
  {
    runner_id: integer()
      .notNull()
      .references(() => runners.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.runner_id, t.project_id] }), index("runner_projects_project").on(t.project_id)],
);
