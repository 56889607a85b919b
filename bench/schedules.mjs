import { copyRow, seed, withDatabase } from "./filling.mjs";
import { median, startProduct, until } from "./product.mjs";

const ACTIVE = 5000;
const TEMPLATES = 50;
const EVERY_MINUTE = "* * * * *";
const ONCE_A_YEAR = "0 0 1 1 *";

/** How late scheduled tasks are queued, with 5000 active schedules of which some or all are due in the same minute. */
export async function schedules() {
  const { client, dataDir, stop } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off" });
  try {
    const { project, template } = await seed(client);
    await withDatabase(dataDir, (sql) =>
      copyRow(sql, "templates", template, TEMPLATES - 1, sql`'name', 'Template ' || n`),
    );
    const rows = [];
    for (const due of [100, ACTIVE]) {
      rows.push(await withDatabase(dataDir, (sql) => lateness(sql, client, { project, template, due })));
    }
    console.table(rows);
  } finally {
    await stop();
  }
}

async function lateness(sql, client, { project, template, due }) {
  await sql`delete from schedules`;
  await create(sql, client, { project, template, cron: EVERY_MINUTE, count: due });
  if (due < ACTIVE) await create(sql, client, { project, template, cron: ONCE_A_YEAR, count: ACTIVE - due });
  const [{ instant }] = await sql`select date_trunc('minute', now()) + interval '1 minute' as instant`;
  await sql`
    update schedules s set next_run_at = ${instant}, template_id = t.id
    from (select id, row_number() over (order by id) - 1 as place from templates) t
    where cron_format = ${EVERY_MINUTE} and t.place = s.id % ${TEMPLATES}`;
  const allThere = await until(async () => {
    const [{ count, ms }] = await sql`
      select count(task_id)::int, extract(epoch from clock_timestamp() - ${instant})::float8 * 1000 as ms
      from schedule_fires where due_at = ${instant}`;
    return count >= due && ms;
  }, 180_000);
  await sql`update schedules set active = false`;
  const late = await sql`
    select extract(epoch from t.created - f.due_at)::float8 * 1000 as ms
    from schedule_fires f join tasks t on t.id = f.task_id where f.due_at = ${instant}`;
  return {
    active: ACTIVE,
    "due at once": due,
    tasks: late.length,
    "median ms": Math.round(median(late.map(({ ms }) => ms))),
    "last ms": Math.round(Math.max(...late.map(({ ms }) => ms))),
    "all queued ms": Math.round(allThere),
  };
}

async function create(sql, client, { project, template, cron, count }) {
  const { id } = await client.post(`/project/${project}/schedules`, {
    template_id: template,
    name: cron,
    cron_format: cron,
    active: true,
  });
  await copyRow(sql, "schedules", id, count - 1, sql`'name', ${cron} || n`);
}
