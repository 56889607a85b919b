import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { projects } from "@/db/schema/projects";
import type { RunnerTools } from "@/lib/protocol/runner";

export const runners = pgTable("runners", {
  id: id(),
  name: text().notNull().default(""),
  token_hash: text().notNull().unique(),
  webhook: text().notNull().default(""),
  tags: text().array().notNull().default([]),
  /** Takes no work that asks for no tag. */
  tagged_only: boolean().notNull().default(false),
  /** Off: it serves those of runner_projects, which may be none any more. */
  all_projects: boolean().notNull().default(true),
  max_parallel_tasks: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  /** Takes nothing new until it is resumed or a new process of it starts. */
  draining: boolean().notNull().default(false),
  /** Started by `npm start` itself. */
  local: boolean().notNull().default(false),
  created: created(),
  instance_id: text(),
  hostname: text().notNull().default(""),
  version: text().notNull().default(""),
  /** What the process that said hello last speaks, and can do beyond it. */
  protocol: integer().notNull().default(1),
  capabilities: text().array().notNull().default([]),
  /** Folders of its machine that repositories may lie in; null: everywhere. */
  local_folders: text().array(),
  tools: jsonb().$type<RunnerTools>().notNull().default({}),
  last_seen: instant(),
});

/** The projects that a runner serves, unless it serves all. */
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
