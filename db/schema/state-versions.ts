import { and, eq, type SQL, sql } from "drizzle-orm";
import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { created, id, instant, sealed } from "@/db/columns";
import { states, stateWorkspaces } from "@/db/schema/states";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import type { Phase } from "@/lib/protocol/runner";
import type { LockInfo, VersionCause } from "@/lib/protocol/state";

/** The value of a sensitive one is in the content only. */
export type OutputColumn = { name: string; sensitive: boolean; value?: unknown };

/** In the table only: elsewhere an unknown number is null. */
export const UNKNOWN_COUNT = -1;

/** What it holds is never altered: a roll-back is a new version. */
export const stateVersions = pgTable(
  "state_versions",
  {
    id: id(),
    workspace_id: integer()
      .notNull()
      .references(() => stateWorkspaces.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    /** Terraform's own count, which only goes up; null: Pulumi has none. */
    serial: bigint({ mode: "number" }),
    /** Tells states of different origin apart. */
    lineage: text().notNull(),
    /** MD5 of the text in hexadecimal, and its length in bytes. */
    checksum: text().notNull(),
    size: integer().notNull(),
    /** The text, compressed and sealed. */
    content: sealed().notNull(),
    tool_version: text().notNull().default(""),
    /** How many; UNKNOWN_COUNT if the state is encrypted. */
    resources: integer().notNull(),
    outputs: jsonb().$type<OutputColumn[]>().notNull().default([]),
    /** It came too late to be the newest: a person decides about it. */
    offered: boolean().notNull().default(false),
    /** Null: nobody has accepted what was offered. */
    decided_at: instant(),
    cause: text().$type<VersionCause>().notNull(),
    /** In the words of the person who made it. */
    reason: text().notNull().default(""),
    task_id: integer().references(() => tasks.id, { onDelete: "set null" }),
    /** The same, and what remains of it when the task is deleted. */
    task_number: integer(),
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    commit_hash: text(),
    created: created(),
  },
  (t) => [
    unique("state_versions_number").on(t.workspace_id, t.number),
    index("state_versions_workspace").on(t.workspace_id, t.id).concurrently(),
    index("state_versions_offered").on(t.workspace_id).where(sql`offered`).concurrently(),
    index("state_versions_task").on(t.task_id),
    index("state_versions_user").on(t.user_id),
  ],
);

/** Joins a task with the workspace that it worked on. */
export const isWorkspace = and(eq(stateWorkspaces.state_id, tasks.state_id), eq(stateWorkspaces.name, tasks.workspace));
/** Joins both with the version that was the newest when the task ended. Versions are not kept forever. */
export const isLeft = and(
  eq(stateVersions.workspace_id, stateWorkspaces.id),
  eq(stateVersions.number, tasks.state_version),
);

/** Versions that tasks have left, for `from`. */
export const leftVersions: SQL = sql`
  ${tasks} join ${stateWorkspaces} on ${isWorkspace} join ${stateVersions} on ${isLeft}`;

/** For one state and nothing else. The token itself is shown once. */
export const stateTokens = pgTable(
  "state_tokens",
  {
    id: id(),
    state_id: integer()
      .notNull()
      .references(() => states.id, { onDelete: "cascade" }),
    name: text().notNull(),
    prefix: text().notNull(),
    secret_hash: text().notNull().unique(),
    /** Whether it may also write and lock. */
    writes: boolean().notNull(),
    /** It ends with the right of this person to manage the project's resources. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created: created(),
    last_used: instant(),
    /** From where. */
    last_ip: text(),
  },
  (t) => [index("state_tokens_state").on(t.state_id), index("state_tokens_user").on(t.user_id)],
);

/** At most one for each workspace; it belongs to an attempt or to a token. */
export const stateLocks = pgTable(
  "state_locks",
  {
    workspace_id: integer()
      .primaryKey()
      .references(() => stateWorkspaces.id, { onDelete: "cascade" }),
    info: jsonb().$type<LockInfo>().notNull(),
    task_id: integer(),
    attempt: integer(),
    token_id: integer().references(() => stateTokens.id, { onDelete: "cascade" }),
    created: created(),
  },
  (t) => [
    index("state_locks_attempt").on(t.task_id, t.attempt),
    index("state_locks_token").on(t.token_id),
    foreignKey({
      name: "state_locks_attempt_fk",
      columns: [t.task_id, t.attempt],
      foreignColumns: [taskAttempts.task_id, taskAttempts.attempt],
    }).onDelete("cascade"),
  ],
);

/** Handed out by begin, one for each answer, so that a repeated request does not void the answer that arrived. */
export const stateCredentials = pgTable(
  "state_credentials",
  {
    token_hash: text().primaryKey(),
    task_id: integer().notNull(),
    attempt: integer().notNull(),
    phase: text().$type<Phase>().notNull(),
    workspace_id: integer()
      .notNull()
      .references(() => stateWorkspaces.id, { onDelete: "cascade" }),
    created: created(),
  },
  (t) => [
    index("state_credentials_workspace").on(t.workspace_id),
    foreignKey({
      name: "state_credentials_attempt_fk",
      columns: [t.task_id, t.attempt],
      foreignColumns: [taskAttempts.task_id, taskAttempts.attempt],
    }).onDelete("cascade"),
    index("state_credentials_attempt").on(t.task_id, t.attempt),
  ],
);
