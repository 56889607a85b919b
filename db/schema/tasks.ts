import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { runners } from "@/db/schema/runners";
import { states } from "@/db/schema/states";
import { NEEDS } from "@/db/schema/task-needs";
import type { TaskSnapshot } from "@/db/schema/task-snapshot";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { DriftReport } from "@/lib/protocol/drift";
import type { Failure } from "@/lib/protocol/failure";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { ResultKind } from "@/lib/protocol/results";
import type { HostResult, PlanSummary, Stage } from "@/lib/protocol/runner";
import { isAtWork as isWorkStatus, TASK_STATUSES, type TaskStatus, type TaskTrigger } from "@/lib/protocol/status";

type TaskParamsColumn = {
  plan?: boolean | undefined;
  auto_approve?: boolean | undefined;
  destroy?: boolean | undefined;
  tags?: string | undefined;
  skip_tags?: string | undefined;
  skip_galaxy_install?: boolean | undefined;
};

/** Postgres uses a partial index only for a condition that is worded like the index's own. */
export const ENDED = sql.raw("('success', 'error', 'stopped')");

const realAt = (at: string): string => `not ${at}dry_run
  and not ${at}params @> '{"plan": true}' and not ${at}params @> '{"destroy": true}'`;

/** What a later deploy can take: it succeeded, and was more than a check, a plan or a dry run, and no destruction. */
export const DEPLOYABLE = sql.raw(`(status = 'success' and not drift_check and ${realAt("")})`);

/** By the name of its table: a task that does what its template is for, and neither plans it only, nor destroys. */
export const isReal = (of: string): SQL => sql.raw(realAt(`${of}.`));

/** What the end of `one` tells about `other`, both of one template: the same as a task of its kind, or a real one, does. */
export const tellsOf = (one: string, other: string): SQL => {
  const same = ["dry_run", `params @> '{"plan": true}'`, `params @> '{"destroy": true}'`]
    .map((kind) => `(${one}.${kind}) = (${other}.${kind})`)
    .join(" and ");
  return sql`(${sql.raw(`${one}.drift_check = ${other}.drift_check`)} and (${isReal(one)} or ${sql.raw(same)}))`;
};

/** By its trigger, what a task has. The column comes first, so that the name of a table can precede it. */
export const STARTED_BY: Record<TaskTrigger, SQL> = {
  user: sql.raw("user_id is not null"),
  schedule: sql.raw("schedule_id is not null"),
  integration: sql.raw("integration_id is not null"),
  autorun: sql.raw("autorun"),
};

/** Literals: with parameters Postgres could not see that a partial index serves. */
const AT_WORK = sql.raw(`(${TASK_STATUSES.filter(isWorkStatus).map((status) => `'${status}'`)})`);

export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    project_id: integer().notNull(),
    template_id: integer().notNull(),
    status: text().$type<TaskStatus>().notNull().default("waiting"),
    reason: text().$type<TaskReason>(),
    attempt: integer().notNull().default(0),
    runner_id: integer().references(() => runners.id, { onDelete: "set null" }),
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** Who may not decide what others are to decide about it: its starter, or that of the build, or of the replay, it follows. */
    responsible_id: integer(),
    integration_id: integer(),
    schedule_id: integer(),
    build_task_id: integer(),
    /** The success of its build started it. */
    autorun: boolean().notNull().default(false),
    /** Who asked first to stop it, or rejected its plan. */
    stopped_by_id: integer().references(() => users.id, { onDelete: "set null" }),
    created: created(),
    start: instant(),
    end: instant(),
    message: text().notNull().default(""),
    version: text(),
    incoming_version: text(),
    commit_hash: text(),
    commit_message: text(),
    debug: boolean().notNull().default(false),
    dry_run: boolean().notNull().default(false),
    diff: boolean().notNull().default(false),
    playbook: text().notNull().default(""),
    /** JSON text of the survey answers. */
    environment: text().notNull().default(""),
    /** Secret survey answers; erased when the task ends. */
    secret: sealed(),
    limit: text().notNull().default(""),
    arguments: text(),
    git_branch: text(),
    inventory_id: integer(),
    environment_id: integer(),
    params: jsonb().$type<TaskParamsColumn>().notNull().default({}),
    snapshot: jsonb().$type<TaskSnapshot>().notNull(),
    /** What it reads and writes, unless its code has a backend of its own. */
    state_id: integer().references(() => states.id, { onDelete: "set null" }),
    workspace: text().notNull().default(""),
    /** Number of the version that was the newest when the task ended; 0: its code keeps the state elsewhere. */
    state_version: integer(),
    /** Counts against the caps of project, template and runner; a task that waits for a person does not. */
    holds_slot: boolean().notNull().default(false),
    /** It looks for drift instead of running the template. */
    drift_check: boolean().notNull().default(false),
    /** What it found; null: nothing yet, or it is no check. */
    drift: jsonb().$type<DriftReport>(),
    plan: jsonb().$type<PlanSummary>(),
    hosts: jsonb().$type<HostResult[]>(),
    /** Null unless it failed and its log tells why. */
    failure: jsonb().$type<Failure>(),
    stages: jsonb().$type<Stage[]>().notNull().default([]),
    /** The kinds of results that are stored for it. */
    results: text().array().$type<ResultKind[]>().notNull().default([]),
    /** Unconfirmed until then, the task is stopped. */
    confirm_until: instant(),
    /** The run of a workflow that started it, for an item of a node. */
    parent_task_id: integer(),
    node_key: text(),
    node_item: integer(),
  },
  (t) => [
    unique("tasks_project_id_id").on(t.project_id, t.id),
    index("tasks_project_ended").on(t.project_id, t.status, t.id).where(sql`status in ${ENDED}`).concurrently(),
    index("tasks_listed_ended")
      .on(t.project_id, t.end, t.status, t.drift_check)
      .where(sql`status in ${ENDED} and parent_task_id is null`)
      .concurrently(),
    index("tasks_template").on(t.template_id, t.id),
    index("tasks_template_ended").on(t.template_id, t.status, t.id).where(sql`status in ${ENDED}`).concurrently(),
    // As the foreign key has them: by the project alone, each deletion would walk through all of its tasks.
    index("tasks_of_build").on(t.build_task_id, t.project_id).where(sql`build_task_id is not null`).concurrently(),
    index("tasks_waiting_heads")
      .on(t.project_id, t.template_id, NEEDS, t.id)
      .where(sql`status = 'waiting'`)
      .concurrently(),
    index("tasks_waiting").on(t.project_id, t.template_id, t.id).where(sql`status = 'waiting'`),
    index("tasks_project_unfinished")
      .on(t.project_id, t.status, t.parent_task_id)
      .where(sql`status not in ${ENDED}`)
      .concurrently(),
    index("tasks_slots").on(t.project_id, t.template_id).where(sql`holds_slot`),
    index("tasks_runner").on(t.runner_id).where(sql`status not in ${ENDED}`),
    index("tasks_user").on(t.user_id),
    index("tasks_stopped_by").on(t.stopped_by_id).where(sql`stopped_by_id is not null`),
    index("tasks_at_work").on(t.template_id, t.id).where(sql`status not in ('waiting', 'success', 'error', 'stopped')`),
    index("tasks_secret").on(t.id).where(sql`secret is not null`).concurrently(),
    index("tasks_listed").on(t.project_id, t.id).where(sql`parent_task_id is null`).concurrently(),
    index("tasks_person")
      .on(t.project_id, t.user_id, t.id)
      .where(sql`parent_task_id is null and user_id is not null`)
      .concurrently(),
    ...Object.entries(STARTED_BY).map(([trigger, started]) =>
      index(`tasks_by_${trigger}`)
        .on(t.project_id, t.id)
        .where(sql`parent_task_id is null and ${started}`)
        .concurrently(),
    ),
    index("tasks_created").on(t.project_id, t.created, t.id).concurrently(),
    index("tasks_parent").on(t.parent_task_id, t.id).where(sql`parent_task_id is not null`).concurrently(),
    index("tasks_state").on(t.state_id, t.id).where(sql`state_id is not null`),
    foreignKey({
      name: "tasks_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "tasks_parent_fk",
      columns: [t.project_id, t.parent_task_id],
      foreignColumns: [t.project_id, t.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "tasks_build_task_fk",
      columns: [t.project_id, t.build_task_id],
      foreignColumns: [t.project_id, t.id],
    }),
  ],
);

/** `responsible_id`, also of a task that is older than that column. */
export const RESPONSIBLE = sql<number | null>`coalesce(${tasks.responsible_id}, ${tasks.user_id})`;

export const isAtWork = sql`${tasks.status} in ${AT_WORK}`;
export const isUnfinished = sql`${tasks.status} not in ${ENDED}`;

/** One try of one runner at a task. The server accepts a runner's word only for the newest. */
export const taskAttempts = pgTable(
  "task_attempts",
  {
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    attempt: integer().notNull(),
    runner_id: integer().references(() => runners.id, { onDelete: "set null" }),
    instance_id: text().notNull(),
    claimed_at: created(),
    begun_at: instant(),
    applied_at: instant(),
    heartbeat_at: instant().notNull(),
    stop_requested: text().$type<"stop" | "kill">(),
    /** The last directive handed out by a poll; heartbeats repeat it, polls do not. */
    directive_sent: text(),
    /** How many log lines are stored, and their CRC-32. */
    log_lines: integer().notNull().default(0),
    log_crc: bigint({ mode: "number" }).notNull().default(0),
    /** The same of its events, see task-events.ts. */
    events: integer().notNull().default(0),
    events_crc: bigint({ mode: "number" }).notNull().default(0),
    exit_code: integer(),
    ended_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.attempt] }),
    index("task_attempts_open").on(t.runner_id).where(sql`ended_at is null`),
  ],
);
