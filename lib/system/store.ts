import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { toRfc3339 } from "@/db/columns";
import { found } from "@/lib/operation/errors";
import { CONNECTED_SECONDS } from "@/lib/runner/schema";
import { StoredKind, type SystemStatus } from "@/lib/system/schema";

/** The tables of each kind; the rest of the database is `other`. */
const TABLES: Record<Exclude<StoredKind, "other">, readonly string[]> = {
  logs: ["log_chunks"],
  tasks: ["tasks", "task_attempts"],
  results: [
    ...["task_plans", "task_event_chunks", "task_steps", "task_hosts", "task_comparisons"],
    ...["task_summaries", "task_tests", "task_artifacts", "artifact_parts", "task_outputs"],
  ],
  states: ["state_versions"],
  checks: ["drifts", "commit_checks"],
  webhooks: ["webhook_deliveries"],
  notifications: ["outbox"],
  activity: ["events"],
};
/** Counting more takes long. */
const COUNTED_TASKS = 100_000;

type Measured = Pick<SystemStatus, "database" | "stored" | "counts" | "oldest_waiting">;
/** As Postgres says it: sizes by kind, and instants inside of JSON in its own form. */
type Row = Omit<Measured, "stored"> & { stored: Record<Exclude<StoredKind, "other">, number> };

/** Sizes come from the file system, counts from small tables and the index of unfinished tasks: one statement. */
export async function measureSystem(db: Db): Promise<Measured> {
  const [row] = await db.execute<Row>(sql`
    select
      json_build_object(
        'version', current_setting('server_version'),
        'bytes', pg_database_size(current_database())) as database,
      json_build_object(
        'projects', (select count(*) from projects),
        'users', (select count(*) from users),
        'templates', (select count(*) from templates),
        'tasks', ${countedTasks},
        'waiting', (select count(*) from tasks where status = 'waiting'),
        'running', (select count(*) from tasks where status in ('starting', 'running', 'stopping')),
        'runners', (select count(*) from runners),
        'runners_online', (select count(*) from runners
          where last_seen > now() - make_interval(secs => ${CONNECTED_SECONDS}))) as counts,
      (select json_object_agg(kind, bytes) from (
        select kind, sum(pg_total_relation_size(name::regclass)) as bytes
        from jsonb_each(${JSON.stringify(TABLES)}::jsonb) kinds(kind, names), jsonb_array_elements_text(names) name
        group by kind) sizes) as stored,
      (select json_build_object(
          'task_id', t.id, 'project_id', t.project_id, 'project_name', p.name,
          'template_name', t.snapshot->'template'->>'name', 'created', t.created)
        from tasks t join projects p on p.id = t.project_id
        where t.status = 'waiting' order by t.id limit 1) as oldest_waiting`);
  return present(found(row));
}

/** Postgres' own estimate for a large table; it evaluates only the branch that applies. */
const countedTasks = sql`(select case when reltuples > ${COUNTED_TASKS} then reltuples::int
  else (select count(*) from tasks) end from pg_class where oid = 'tasks'::regclass)`;

function present({ database, stored, counts, oldest_waiting }: Row): Measured {
  const named = Object.values(stored).reduce((sum, bytes) => sum + bytes, 0);
  const sizes: Record<StoredKind, number> = { ...stored, other: Math.max(database.bytes - named, 0) };
  return {
    database,
    counts,
    stored: StoredKind.options.map((kind) => ({ kind, bytes: sizes[kind] })).sort((a, b) => b.bytes - a.bytes),
    oldest_waiting: oldest_waiting && { ...oldest_waiting, created: toRfc3339(oldest_waiting.created) },
  };
}
