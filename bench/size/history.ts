import type postgres from "postgres";
import type { Sizes } from "@/bench/size/sizes";

type Sql = postgres.TransactionSql;

/** What runs leave behind: tasks with their logs, events, states and messages. */
export async function fillHistory(sql: Sql, sizes: Sizes): Promise<void> {
  await fillTasks(sql, sizes);
  await fillLogs(sql, sizes);
  await fillEvents(sql, sizes);
  await fillStates(sql, sizes);
  await fillMessages(sql, sizes);
}

const DAYS = 1_000;

async function fillTasks(sql: Sql, { tasks, templates, users }: Sizes): Promise<void> {
  await sql`create temp table made on commit drop as
    select n, t.*, case
        when t.project_id = 2 then 'success'
        when n > ${tasks}::int - least(500, ${tasks}::int / 20) then (array['waiting', 'waiting', 'running'])[1 + n % 3]
        else (array['error', 'stopped', 'success', 'success', 'success', 'success'])[1 + (n * 7) % 6] end as status,
      now() - interval '1 day' * ${DAYS}::int * (1 - n::float8 / ${tasks}::int) as at
    from (select n, case when n % 10 = 0 then 1 else 1 + (n * 13) % ${templates}::int end as template_id
        from generate_series(1, ${tasks}::int) n) numbered
      join (select id as template_id, project_id, name, app, playbook, repository_id, state_id from templates) t
        using (template_id)
    -- Nothing has happened in project 3 since the beginning.
    where project_id <> 3 or n < ${tasks}::int / 10`;
  await sql`insert into tasks (project_id, template_id, status, attempt, user_id, created, start, "end", message,
      commit_hash, commit_message, holds_slot, state_id, workspace, runner_id, stages, snapshot)
    select project_id, template_id, status, case when status = 'waiting' then 0 else 1 end, 1 + n % ${users}::int, at,
      case when status <> 'waiting' then at + interval '1 second' end,
      case when status in ('success', 'error', 'stopped') then at + interval '1 minute' end, '',
      md5(n::text) || '00000000', 'Change number ' || n, status = 'running', state_id,
      case when state_id is null then '' else 'default' end, case when status <> 'waiting' then 1 + n % 50 end,
      '[{"name": "prepare", "first_line": 0, "start": "2026-01-01T00:00:00Z", "end": "2026-01-01T00:00:01Z"}]',
      jsonb_build_object('template', jsonb_build_object('name', name, 'app', app, 'type', '', 'playbook', playbook,
          'arguments', '[]'::jsonb, 'runner_tag', '', 'timeout_seconds', 0, 'auto_approve', false, 'vaults', '[]'::jsonb),
        'app', '{"path": null, "args": null}'::jsonb,
        'repository', jsonb_build_object('id', repository_id, 'git_url', 'https://git.example.com/1.git',
          'git_branch', 'main', 'ssh_key_id', 1), 'inventory', null, 'environment', null)
    from made order by n`;
  await sql`update templates set (tasks, last_task_id) =
    (select count(*), max(id) from tasks where template_id = templates.id)`;
  await sql`insert into task_attempts (task_id, attempt, runner_id, instance_id, claimed_at, begun_at, heartbeat_at,
      log_lines, exit_code, ended_at)
    select id, 1, runner_id, 'instance', created, start, coalesce("end", now()), 0, 0, "end"
    from tasks where attempt = 1`;
}

/** Two thirds in short logs; the rest in those of the hundred newest tasks of template 1. */
async function fillLogs(sql: Sql, { lines, tasks }: Sizes): Promise<void> {
  const short = Math.max(1, Math.round((lines * 2) / 3 / tasks));
  const chunk = (count: postgres.PendingQuery<postgres.Row[]> | number) => sql`
    (select array_agg(n * 40) from generate_series(0, ${count} - 1) n),
    (select string_agg(rpad('line ' || n || ' of task ' || id, 39, '.'), chr(10)) from generate_series(1, ${count}) n)`;
  await sql`insert into log_chunks (task_id, first_line, line_count, attempt, time, offsets, text)
    select id, 0, ${short}, 1, created, ${chunk(sql`${short}::int`)} from tasks where attempt = 1`;
  const chunks = Math.max(1, Math.round(lines / 3 / 100 / 500));
  await sql`insert into log_chunks (task_id, first_line, line_count, attempt, time, offsets, text)
    select id, ${short} + piece * 500, 500, 1, created, ${chunk(sql`500`)}
    from (select id, created from tasks where template_id = 1 and attempt = 1 order by id desc limit 100) newest,
      generate_series(0, ${chunks - 1}::int) piece`;
  await sql`update task_attempts a set log_lines = c.lines
    from (select task_id, sum(line_count) as lines from log_chunks group by task_id) c where c.task_id = a.task_id`;
}

async function fillEvents(sql: Sql, { events, tasks, users }: Sizes): Promise<void> {
  await sql`insert into events (project_id, user_id, object_type, object_id, object_name, description, created)
    select case when n % 100 = 0 then null else t.project_id end, 1 + n % ${users}::int,
      case when n % 100 = 0 then 'user' when n % 10 = 0 then 'template' else 'task' end,
      case when n % 100 = 0 then 1 when n % 10 = 0 then t.template_id else t.id end, 'Deploy service',
      'Task ID ' || t.id || ' finished', t.created
    from generate_series(1, ${events}::int) n
      join lateral (select id, project_id, template_id, created from tasks
        where id >= n * (${tasks}::bigint - 1) / ${events}::bigint order by id limit 1) t on true
    order by n`;
}

/** A tenth of all versions belongs to the first workspace. */
async function fillStates(sql: Sql, { versions, states }: Sizes): Promise<void> {
  await sql`insert into state_versions (workspace_id, number, serial, lineage, checksum, size, content, resources, cause,
      offered, created)
    select workspace_id, number, number, 'lineage ' || workspace_id, md5(n::text), 2000,
      (select '1.key.' || string_agg(md5(n::text || i::text), '') from generate_series(1, 60) i), 10, 'run', number % 50 = 2,
      now() - interval '1 minute' * (${versions}::int - n)
    from (select n, w as workspace_id, row_number() over (partition by w order by n)::int as number
      from (select n, case when n % 10 = 0 then 1 else 1 + n % ${states * 2}::int end as w
        from generate_series(1, ${versions}::int) n) spread) numbered
    order by n`;
  await sql`update state_workspaces w set newest = v.number, last_number = v.number
    from (select workspace_id, max(number) as number from state_versions group by 1) v where v.workspace_id = w.id`;
  await sql`insert into drifts (template_id, workspace, project_id, status, count, since, checked_at)
    select id, 'default', project_id, (array['drifted', 'unknown', 'in_sync'])[1 + id % 3], 0, now(), now()
    from templates where app = 'terraform'`;
}

async function fillMessages(sql: Sql, { messages, projects }: Sizes): Promise<void> {
  await sql`insert into outbox (project_id, task_id, channel, recipient, created, due_at, sent_at, tries)
    select 1 + n % ${projects}::int, n, (array['slack', 'email'])[1 + n % 2], 'hook', at, at, at, 1
    from (select n, now() - interval '1 minute' * (${messages}::int - n) as at
      from generate_series(1, ${messages}::int) n) sent
    order by n`;
}
