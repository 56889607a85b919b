import { z } from "zod";
import { textQuery } from "@/lib/operation/fields";
import { MAX_SEARCH } from "@/lib/protocol/query";
import { TEMPLATE_TYPES } from "@/lib/template/rules";

/** What the database holds, by purpose. */
export const StoredKind = z.enum([
  "logs",
  "tasks",
  "results",
  "states",
  "checks",
  "webhooks",
  "notifications",
  "activity",
  "other",
]);
export type StoredKind = z.infer<typeof StoredKind>;

/** What limits how much is kept, each by a setting of its own. */
const RetentionKind = z.enum([
  "tasks_per_template",
  "tasks_per_project",
  "task_age",
  "event_age",
  "state_versions",
  "state_age",
]);

const Retention = z.object({
  kind: RetentionKind,
  /** The environment variable that sets it. */
  setting: z.string(),
  unit: z.enum(["count", "seconds"]),
  /** 0: everything is kept. */
  limit: z.number(),
});
export type Retention = z.infer<typeof Retention>;

const OldestWaiting = z.object({
  task_id: z.int(),
  project_id: z.int(),
  project_name: z.string(),
  template_name: z.string(),
  created: z.string(),
});

export const SystemStatus = z.object({
  version: z.string(),
  database: z.object({ version: z.string(), bytes: z.int() }),
  /** With indexes, largest first. */
  stored: z.array(z.object({ kind: StoredKind, bytes: z.int() })),
  counts: z.object({
    projects: z.int(),
    users: z.int(),
    templates: z.int(),
    /** Estimated when there are many. */
    tasks: z.int(),
    waiting: z.int(),
    running: z.int(),
    runners: z.int(),
    runners_online: z.int(),
  }),
  oldest_waiting: OldestWaiting.nullable(),
  retention: z.array(Retention),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const SearchQuery = z.object({
  q: textQuery(MAX_SEARCH).catch("").describe("Words that a name contains, or the number of a task such as 12 or #12"),
  active: z.stringbool().default(false).catch(false).describe("Adds the newest tasks that have not ended, of any name"),
});

export const FoundKind = z.enum([
  "project",
  "template",
  "inventory",
  "environment",
  "repository",
  "key",
  "schedule",
  "integration",
  "task",
  "user",
  "runner",
]);
export type FoundKind = z.infer<typeof FoundKind>;

/** What the new-task dialog needs to know about a template that the caller may run. */
const Startable = z.object({
  app: z.string(),
  type: z.enum(TEMPLATE_TYPES),
  /** Run asks for options first. */
  asks: z.boolean(),
  /** The caller's permissions in the project. */
  permissions: z.int(),
});

/** A task has the name of its template; a person is found once, in the team of a project or, by administrators, among all users. */
export const Found = z.object({
  kind: FoundKind,
  id: z.int(),
  /** Null for what belongs to no project. */
  project_id: z.int().nullable(),
  name: z.string(),
  start: Startable.optional(),
  /** The caller may stop the task. */
  stoppable: z.literal(true).optional(),
  /** The caller may confirm or reject the task's plan. */
  decidable: z.literal(true).optional(),
});
export type Found = z.infer<typeof Found>;
export const FoundList = z.array(Found);
