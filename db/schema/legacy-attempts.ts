import { bigint, index, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { instant, sealed } from "@/db/columns";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";

/** What an attempt of a runner of Semaphore takes in addition, until that runner has nothing left of it. */
export const legacyAttempts = pgTable(
  "legacy_attempts",
  {
    /** The task's. */
    id: integer()
      .primaryKey()
      .references(() => tasks.id, { onDelete: "cascade" }),
    attempt: integer().notNull(),
    /** Null: the runner was deleted; what is held follows when its attempt ends as lost. */
    runner_id: integer().references(() => runners.id, { onDelete: "set null" }),
    /** The last time the runner was given the job. */
    offered_at: instant().notNull(),
    /** The last time the runner listed it; null: not yet. */
    seen_at: instant(),
    /** Everything ever handed out that must not appear in the log: a JSON list. */
    secrets: sealed().notNull(),
    /** Log lines that later ones may complete to a secret: JSON, unmasked. */
    held: sealed(),
    /** The records of the last PUT that had any: a runner that got no answer sends them again. */
    batch: jsonb().$type<{ count: number; hash: string }>(),
    log_bytes: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [index("legacy_attempts_runner").on(t.runner_id)],
);
