import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { ENDED, isReal } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import { zoneName } from "@/lib/protocol/time-zone";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { GROUP_LISTS, type Statistics, type StatisticsQuery } from "@/lib/statistics/schema";

/** More tasks take too long to read; the reply says so. */
const MAX_TASKS = 20_000;
/** Read at every scrape, also when none of them is of the last day. */
const MAX_TASKS_OF_DAY = 10_000;
/** Each has ten series or less. */
const MAX_PROJECTS = 200;
/** Some runs have thousands of hosts. */
const MAX_RUNS_OF_HOSTS = 200;
const MAX_TIMED_RUNS = 50;
const MAX_GROUPS = 20;
/** One more tells that there are more. */
const READ_GROUPS = MAX_GROUPS + 1;
const MAX_SLOWEST = 10;

/** All numbers in one statement: the newest tasks from an index, and every part of them from memory. */
export async function readStatistics(db: Db, projectId: number, query: StatisticsQuery): Promise<Statistics> {
  const zone = zoneName(query.timezone);
  const [row] = await db.execute<{ statistics: Omit<Statistics, "cut"> }>(sql`
    with newest as materialized (${newestTasks(projectId, query.template_id)}),
    period as (
      select (now() at time zone ${zone})::date - ${query.days - 1}::int as first_day
    ), ended as materialized (
      select *, (created at time zone ${zone})::date as day, ${TIMES}
      from newest
      where ${COUNTS} and ${IS_LISTED}
        and created >= (select first_day from period)::timestamp at time zone ${zone}
    )
    select json_build_object(
      'tasks', (select count(*) from ended),
      'complete', (select count(*) < ${MAX_TASKS} or
        min(created) < (select first_day from period)::timestamp at time zone ${zone} from newest),
      'total', (select row_to_json(total) from (select ${RUNS} from ended) total),
      'days', ${list(sql`select to_char(first_day + n, 'YYYY-MM-DD') as day, ${RUNS}
        from period cross join generate_series(0, ${query.days - 1}::int) n left join ended on ended.day = first_day + n
        group by first_day, n order by n`)},
      'templates', ${list(sql`select template_id as id, templates.name, ${RUNS}, coalesce(max(flaky.commits), 0) as flaky
        from ended join templates on templates.id = template_id left join (${FLAKY}) flaky using (template_id)
        group by template_id, templates.name order by ${FAILURES_FIRST}, template_id limit ${READ_GROUPS}`)},
      'people', ${list(sql`select user_id as id, users.name, ${RUNS} from ended left join users on users.id = user_id
        group by user_id, users.name order by ${FAILURES_FIRST}, user_id limit ${READ_GROUPS}`)},
      'runners', ${list(sql`select runner_id as id, runners.name, runner_id is null and start is not null as removed, ${RUNS}
        from ended join templates on templates.id = template_id and app <> ${WORKFLOW_APP}
          left join runners on runners.id = runner_id
        group by runner_id, runners.name, removed order by ${FAILURES_FIRST}, runner_id, removed limit ${READ_GROUPS}`)},
      'hosts', ${list(sql`select host as name, count(*) as runs,
          count(*) filter (where failed + unreachable > 0) as failed
        from (select hosts from ended where hosts is not null order by id desc limit ${MAX_RUNS_OF_HOSTS}) runs,
          jsonb_to_recordset(runs.hosts) as result(host text, failed int, unreachable int)
        group by host having count(*) filter (where failed + unreachable > 0) > 0 order by failed desc, runs desc, host limit ${READ_GROUPS}`)},
      'slowest_hosts', ${list(sql`select name, count(*) as runs, round(avg(millis)) / 1000 as seconds
        from (select id from ended where 'events' = any(results) order by id desc limit ${MAX_TIMED_RUNS}) runs
        join task_hosts on task_id = runs.id
        group by name order by avg(millis) desc, name limit ${MAX_SLOWEST}`)},
      'causes', ${list(sql`select failure->>'cause' as cause, ${REASON} as reason, count(*) as count, max(id) as task_id
        from ended where status = 'error' group by 1, 2 order by 3 desc, 4 desc limit ${READ_GROUPS}`)},
      'slowest', ${list(sql`select ended.id as task_id, template_id, templates.name as template_name, duration as seconds
        from ended join templates on templates.id = template_id
        where duration is not null order by duration desc, ended.id desc limit ${MAX_SLOWEST}`)}
    ) as statistics`);
  return firstGroups(found(row).statistics);
}

function firstGroups(read: Omit<Statistics, "cut">): Statistics {
  const { templates, people, runners, hosts, causes } = read;
  return {
    ...read,
    templates: templates.slice(0, MAX_GROUPS),
    people: people.slice(0, MAX_GROUPS),
    runners: runners.slice(0, MAX_GROUPS),
    hosts: hosts.slice(0, MAX_GROUPS),
    causes: causes.slice(0, MAX_GROUPS),
    cut: GROUP_LISTS.filter((name) => read[name].length > MAX_GROUPS),
  };
}

/** The total of each project's tasks of the last day, as rows, for a monitoring system that asks every few seconds. */
export const lastDayByProject = (): SQL => sql`
  select project_id as project, ${RUNS}
  from (
    select project_id, status, ${TIMES}
    from (
      select project_id, status, created, start, "end", drift_check, parent_task_id from tasks order by id desc limit ${MAX_TASKS_OF_DAY}
    ) newest
    where ${COUNTS} and ${IS_LISTED} and created > now() - interval '1 day'
  ) ended
  group by project_id order by count(*) desc, project_id limit ${MAX_PROJECTS}`;

/** Only what is counted, because whole tasks are wide. */
const newestTasks = (projectId: number, templateId: number | undefined): SQL => sql`
  select id, template_id, status, user_id, runner_id, created, start, "end", commit_hash, hosts, failure, reason,
    drift_check, results, parent_task_id, ${isReal("tasks")} as is_real
  from tasks where project_id = ${projectId} ${templateId === undefined ? sql`` : sql`and template_id = ${templateId}`}
  order by id desc limit ${MAX_TASKS}`;

/** How long a task ran and waited, in seconds. */
const TIMES = sql.raw(
  `extract(epoch from "end" - start)::float8 as duration, extract(epoch from coalesce(start, "end") - created)::float8 as waited`,
);

/** Without a cause. That a program failed says nothing more. */
const REASON = sql.raw("case when failure->>'cause' is null then nullif(reason, 'exit_code') end");

/** As in the history: a workflow counts once, and not the tasks inside it. */
const IS_LISTED = sql.raw("parent_task_id is null");

const COUNTS = sql`status in ${ENDED} and not drift_check`;

const RUNS = sql.raw(
  [
    ...["success", "error", "stopped"].map((status) => `count(*) filter (where status = '${status}') as ${status}`),
    ...["duration", "waited"].flatMap((measure) =>
      [50, 95].map((p) => `percentile_cont(${p / 100}) within group (order by ${measure}) as ${measure}_p${p}`),
    ),
  ].join(", "),
);

const FAILURES_FIRST = sql.raw("count(*) filter (where status = 'error') desc, count(*) desc");

/** The same code once failed and once did not. */
const FLAKY = sql.raw(`select template_id, count(*) as commits from (
    select template_id, commit_hash from ended where commit_hash is not null and is_real
    group by 1, 2 having bool_or(status = 'success') and bool_or(status = 'error')) both_results
  group by template_id`);

const list = (rows: SQL): SQL => sql`(select coalesce(json_agg(row_to_json(item)), '[]') from (${rows}) item)`;
