import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { ENDED } from "@/db/schema/tasks";
import { CONNECTED_SECONDS } from "@/lib/runner/schema";
import { Runs } from "@/lib/statistics/schema";
import { lastDayByProject } from "@/lib/statistics/store";

const Measures = z.object({
  tasks: z.record(z.string(), z.int()),
  oldest_seconds: z.number(),
  claim_seconds: z.record(z.string(), z.number().nullable()),
  run_seconds: z.record(z.string(), z.number().nullable()),
  success_ratio: z.number().nullable(),
  runners_connected: z.int(),
  log_bytes: z.int(),
  state_bytes: z.int(),
  outbox_waiting: z.int(),
  projects: z.array(Runs.extend({ project: z.int() })),
});
export type Measures = z.infer<typeof Measures>;

/** All values of a scrape in one statement. Each part reads an index of unfinished rows, or only the newest rows. */
export async function measure(db: Db): Promise<Measures> {
  const [row] = await db.execute<{ measures: unknown }>(sql`
    with unfinished as materialized (
      select status, created from tasks where status not in ${ENDED}
    ), claims as (
      select extract(epoch from claimed_at - created)::float8 as seconds
      from (select id, created from tasks order by id desc limit 200) t
      join task_attempts a on a.task_id = t.id and a.attempt = 1
    ), runs as (
      select status, extract(epoch from "end" - start)::float8 as seconds
      from (select status, start, "end" from tasks where status in ${ENDED} and not drift_check order by id desc limit 200) t
    )
    select jsonb_build_object(
      'tasks', coalesce((select jsonb_object_agg(status, n) from (select status, count(*) as n from unfinished group by 1) s), '{}'),
      'oldest_seconds', coalesce((select extract(epoch from now() - min(created)) from unfinished where status = 'waiting'), 0),
      'claim_seconds', (select jsonb_build_object(
        '0.5', percentile_cont(0.5) within group (order by seconds),
        '0.95', percentile_cont(0.95) within group (order by seconds),
        '1', max(seconds)) from claims),
      'run_seconds', (select jsonb_build_object(
        '0.5', percentile_cont(0.5) within group (order by seconds),
        '0.95', percentile_cont(0.95) within group (order by seconds),
        '1', max(seconds)) from runs),
      'success_ratio', (select avg((status = 'success')::int) from runs where status <> 'stopped'),
      'runners_connected', (select count(*) from runners where last_seen > now() - make_interval(secs => ${CONNECTED_SECONDS})),
      'log_bytes', pg_total_relation_size('log_chunks'),
      'state_bytes', pg_total_relation_size('state_versions'),
      'outbox_waiting', (select count(*) from outbox where sent_at is null and failed_at is null),
      'projects', (select coalesce(jsonb_agg(row_to_json(runs_of_day)), '[]') from (${lastDayByProject()}) runs_of_day)
    ) as measures`);
  return Measures.parse(row?.measures);
}
