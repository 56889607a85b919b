import { customType, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { id, jsonValue, sealed } from "@/db/columns";
import { tasks } from "@/db/schema/tasks";
import type { CommitHistory } from "@/lib/protocol/commits";
import type { TestReport } from "@/lib/protocol/tests";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const ofTask = () =>
  integer()
    .notNull()
    .references(() => tasks.id, { onDelete: "cascade" });

/** Markdown that the task's programs wrote. */
export const taskSummaries = pgTable("task_summaries", {
  task_id: ofTask().primaryKey(),
  text: text().notNull(),
});

/** The tests of the task's JUnit files. */
export const taskTests = pgTable("task_tests", {
  task_id: ofTask().primaryKey(),
  report: jsonb().$type<TestReport>().notNull(),
});

/** A value that the task gives to what follows it. */
export const taskOutputs = pgTable(
  "task_outputs",
  {
    id: id(),
    task_id: ofTask(),
    name: text().notNull(),
    /** Null for a secret one. */
    value: jsonValue(),
    /** JSON text of a secret value. */
    secret: sealed(),
  },
  (t) => [unique("task_outputs_name").on(t.task_id, t.name)],
);

/** A file that the task left. */
export const taskArtifacts = pgTable(
  "task_artifacts",
  {
    id: id(),
    task_id: ofTask(),
    project_id: integer().notNull(),
    path: text().notNull(),
    size: integer().notNull(),
    /** How many bytes have arrived. */
    stored: integer().notNull().default(0),
    /** SHA-256 of the whole. */
    checksum: text().notNull(),
  },
  (t) => [
    unique("task_artifacts_path").on(t.task_id, t.path),
    index("task_artifacts_project").on(t.project_id, t.size),
  ],
);

export const artifactParts = pgTable(
  "artifact_parts",
  {
    artifact_id: integer()
      .notNull()
      .references(() => taskArtifacts.id, { onDelete: "cascade" }),
    first_byte: integer().notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.artifact_id, t.first_byte] })],
);

/** What comparing a task with another takes, beside its snapshot and results. */
export const taskComparisons = pgTable("task_comparisons", {
  task_id: ofTask().primaryKey(),
  /** Null: it ran the same commit as the last success before it, or its runner did not report them. */
  commits: jsonb().$type<CommitHistory>(),
  /** A keyed digest of each secret it was given, by kind and name (lib/secret/digest.ts). */
  secrets: jsonb().$type<Record<string, string>>(),
});
