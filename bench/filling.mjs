import { join } from "node:path";
import postgres from "postgres";

/** Direct access to the measured product's database, to insert what would take hours through the API. */
export async function withDatabase(dataDir, fill) {
  const sql = postgres({ host: join(dataDir, "postgres"), username: "signalbox", database: "signalbox" });
  try {
    return await fill(sql);
  } finally {
    await sql.end();
  }
}

/** Copies a row under new ids; `changes` are pairs of column and SQL value, which may use the counter `n`. */
export function copyRow(sql, table, id, count, changes) {
  return sql`
    insert into ${sql(table)} overriding system value
    select copy.* from ${sql(table)} one, generate_series(1, ${count}::int) n,
      jsonb_populate_record(null::${sql(table)}, to_jsonb(one) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence(${table}, 'id')), ${changes})) copy
    where one.id = ${id}
    returning id`;
}

/** A template and a stopped task of it. */
export async function seed(client) {
  const { project, templates } = await client.project("https://example.com/repository.git", "main", ["deploy.sh"]);
  const task = await client.post(`/project/${project}/tasks`, { template_id: templates[0].id });
  await client.post(`/project/${project}/tasks/${task.id}/stop`, { force: true });
  return { project, template: templates[0].id, task: task.id };
}
