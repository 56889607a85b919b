import type postgres from "postgres";
import type { Sizes } from "@/bench/size/sizes";

type Sql = postgres.TransactionSql;

/** Users, projects and what people make in them. */
export async function fillProjects(sql: Sql, sizes: Sizes): Promise<void> {
  await fillPeople(sql, sizes);
  await fillResources(sql, sizes);
  await fillTemplates(sql, sizes);
  await fillSchedules(sql, sizes);
  await fillIntegrations(sql, sizes);
}

/** User 1 is an administrator and a member of every project, user 2 a member of the quiet one only. */
async function fillPeople(sql: Sql, { users, projects }: Sizes): Promise<void> {
  await sql`insert into users (username, name, email, admin, created)
    select 'user' || n, 'User ' || n, 'user' || n || '@example.com', n = 1, now() - interval '3 years'
    from generate_series(1, ${users}::int) n`;
  await sql`insert into projects (name, created)
    select 'Project ' || n, now() - interval '3 years' from generate_series(1, ${projects}::int) n`;
  await sql`insert into project_members (project_id, user_id, role)
    select p, 1, 'owner' from generate_series(1, ${projects}::int) p
    union all select 3, 2, 'guest'
    union all select distinct 1 + (u * 7 + m * m * 31) % ${projects}::int, u,
      (array['owner', 'manager', 'task_runner', 'guest'])[1 + u % 4]
    from generate_series(3, ${users}::int) u, generate_series(1, 5) m`;
  await sql`insert into sessions (id_hash, user_id, last_seen)
    select 'session ' || n, 1 + n % ${users}::int, now() - n * interval '1 minute'
    from generate_series(1, ${users * 2}::int) n`;
  await sql`insert into api_tokens (id, secret_hash, user_id)
    select 'token' || n, 'token ' || n, 1 + n % ${users}::int from generate_series(1, ${users}::int) n`;
  await sql`insert into runners (name, token_hash, tags, last_seen)
    select 'Runner ' || n, 'runner ' || n, array['linux', 'site' || n % 5], now() from generate_series(1, 50) n`;
}

async function fillResources(sql: Sql, { projects }: Sizes): Promise<void> {
  // Project 1 has thirty times as many as the others.
  const each = sql`generate_series(1, ${projects}::int) p, generate_series(1, case when p = 1 then 300 else 10 end) n`;
  await sql`insert into access_keys (project_id, name, type) select p, 'Key ' || n, 'none' from ${each}`;
  await sql`insert into environments (project_id, name) select p, 'Environment ' || n from ${each}`;
  await sql`insert into views (project_id, title, position) select p, 'View ' || n, n from ${each} where n <= 10`;
  await sql`insert into host_keys (project_id, host, key_type, line)
    select p, 'host' || n, 'ssh-ed25519', 'host' || n || ' ssh-ed25519 AAAA' from ${each}`;
  await sql`insert into environment_secrets (project_id, environment_id, type, name, secret)
    select project_id, id, 'var', 'PASSWORD', 'sealed.key.text' from environments`;
  await sql`insert into repositories (project_id, name, git_url, git_branch, ssh_key_id)
    select project_id, 'Repository ' || id, 'https://git.example.com/' || id || '.git', 'main', id from access_keys`;
  await sql`insert into inventories (project_id, name, type, inventory, ssh_key_id, repository_id)
    select r.project_id, 'Inventory ' || r.id, 'static', 'web1' || chr(10) || 'web2', r.ssh_key_id, r.id
    from repositories r`;
}

async function fillTemplates(sql: Sql, { templates, projects, states }: Sizes): Promise<void> {
  // The ids of a project's resources are consecutive.
  await sql`create temp table firsts on commit drop as
    select project_id, min(id) as resource, (select min(id) from views v where v.project_id = k.project_id) as view
    from access_keys k group by project_id`;
  await sql`insert into states (project_id, name, kind, used_at)
    select case when n % 5 = 1 then 1 else 1 + n % ${projects}::int end, 'State ' || n, 'terraform', now()
    from generate_series(1, ${states}::int) n`;
  await sql`insert into state_workspaces (state_id, name, newest, last_number)
    select s.id, w.name, 1, 1 from states s, (values ('default'), ('staging')) w(name)`;
  await sql`insert into templates (project_id, name, description, app, type, playbook, repository_id, inventory_id,
      environment_id, view_id, survey_vars)
    select project_id, 'Deploy service ' || n, 'Deploys the service ' || n || ' to every host of its site.',
      (array['bash', 'ansible', 'terraform'])[1 + n % 3], '', 'deploy.yml', f.resource + n % 10, f.resource + n % 10,
      f.resource + n % 10, f.view + n % 10,
      jsonb_build_array(jsonb_build_object('name', 'region', 'title', 'Region', 'required', false, 'type', '',
        'description', '', 'values', null))
    from (select n, case when n % 5 = 1 then 1 else 1 + (n + n / 5) % ${projects}::int end as project_id
      from generate_series(1, ${templates}::int) n) numbered join firsts f using (project_id)
    order by n`;
  await sql`update templates t set state_id = s.id
    from states s where s.project_id = t.project_id and s.id = 1 + t.id % ${states}::int and t.app = 'terraform'`;
  await sql`insert into template_vaults (project_id, template_id, vault_key_id, name)
    select t.project_id, t.id, f.resource, 'production' from templates t join firsts f using (project_id) where t.id % 3 = 0`;
  await sql`insert into template_environments (project_id, template_id, environment_id, position)
    select t.project_id, t.id, f.resource + (t.id + 1) % 10, 1 from templates t join firsts f using (project_id)
    where t.id % 4 = 0`;
}

async function fillSchedules(sql: Sql, { schedules, templates }: Sizes): Promise<void> {
  await sql`insert into schedules (project_id, template_id, name, cron_format, active, repository_id, next_run_at)
    select t.project_id, t.id, 'Nightly ' || n, '0 3 * * *', true, case when n % 10 = 0 then t.repository_id end,
      now() + interval '1 day'
    from generate_series(1, ${schedules}::int) n join templates t on t.id = 1 + (n - 1) % ${templates}::int`;
  await sql`insert into schedule_fires (schedule_id, due_at, outcome, task_id)
    select id, date_trunc('minute', now()) - n * interval '1 hour', 'started', id
    from schedules, lateral generate_series(1, case when id = 1 then 500 else 50 end) n`;
}

async function fillIntegrations(sql: Sql, { projects, deliveries }: Sizes): Promise<void> {
  await sql`insert into integrations (project_id, name, template_id)
    select project_id, 'Integration ' || id, id from templates where id % 9 = 1`;
  await sql`insert into integration_matchers (integration_id, name, match_type, method, key, value)
    select id, 'Push ' || n, 'header', 'equals', 'x-kind', 'push' from integrations, generate_series(1, 3) n`;
  await sql`insert into integration_values (integration_id, name, value_source, key, variable)
    select id, 'Branch ' || n, 'body', 'ref', 'branch' || n from integrations, generate_series(1, 3) n`;
  await sql`insert into integration_aliases (project_id, integration_id, alias)
    select project_id, id, 'alias' || id from integrations
    union all select id, null, 'alias of project ' || id from projects`;
  await sql`insert into webhook_deliveries
      (project_id, integration_id, delivery_key, created, headers, body, body_bytes, outcome, verdict)
    select i.project_id, i.id, 'delivery ' || n, now() - (${deliveries}::int - n) * interval '1 minute',
      '{"content-type": "application/json"}', repeat('{"ref": "main"}', 40), 600,
      (array['started', 'unmatched', 'refused'])[1 + n % 3], '{}'
    from generate_series(1, ${Math.round(deliveries / projects)}::int) n, (
      select distinct on (project_id) id, project_id from integrations order by project_id, id) i
    order by n`;
}
