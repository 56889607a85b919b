import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { repositories } from "@/db/schema/repositories";
import { templates } from "@/db/schema/templates";
import type { RefusalIssue } from "@/lib/protocol/refusal";

export const schedules = pgTable(
  "schedules",
  {
    id: id(),
    project_id: integer().notNull(),
    template_id: integer().notNull(),
    name: text().notNull().default(""),
    cron_format: text().notNull().default(""),
    /** Null: the server's time zone. */
    timezone: text(),
    /** If set, the schedule runs once at this time and the cron text is blank. */
    run_at: instant(),
    active: boolean().notNull().default(true),
    /** If set, this is a commit check: it starts the template only when the branch has a new head. */
    repository_id: integer(),
    last_commit_hash: text(),
    overlap: text().$type<"queue" | "skip">().notNull().default("queue"),
    /** `check`: each task looks for drift instead of running the template. */
    mode: text().$type<"run" | "check">().notNull().default("run"),
    /** The fields of POST tasks that each run sends, except for secret answers. */
    task_params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    task_secret: sealed(),
    /** Null while the schedule is disabled. */
    next_run_at: instant(),
  },
  (t) => [
    unique("schedules_project_id_id").on(t.project_id, t.id),
    index("schedules_template").on(t.template_id),
    index("schedules_repository").on(t.repository_id),
    index("schedules_due").on(t.next_run_at).where(sql`active and repository_id is null`),
    index("schedules_due_checks").on(t.next_run_at).where(sql`active and repository_id is not null`),
    foreignKey({
      name: "schedules_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "schedules_repository_fk",
      columns: [t.project_id, t.repository_id],
      foreignColumns: [repositories.project_id, repositories.id],
    }),
  ],
);

/** One due instant of a schedule; the primary key rules out a second task for it. */
export const scheduleFires = pgTable(
  "schedule_fires",
  {
    schedule_id: integer()
      .notNull()
      .references(() => schedules.id, { onDelete: "cascade" }),
    due_at: instant().notNull(),
    /** The row covers all instants from `due_at`: missed ones up to but excluding this one, checks including it. */
    until: instant(),
    fired_at: created(),
    outcome: text().$type<"started" | "unchanged" | "missed" | "skipped" | "failed">().notNull(),
    /** Why no task was started. */
    reason: text().$type<
      "late" | "superseded" | "template_busy" | "refused" | "first_look" | "check_failed" | "broken"
    >(),
    detail: text().notNull().default(""),
    /** Why the task was refused; rows of earlier releases have it as English text in `detail`. */
    issues: jsonb().$type<RefusalIssue[]>(),
    task_id: integer(),
  },
  (t) => [primaryKey({ columns: [t.schedule_id, t.due_at] })],
);
