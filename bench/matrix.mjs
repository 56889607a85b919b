import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withDatabase } from "./filling.mjs";
import { median, percentile, startProduct, until } from "./product.mjs";

const SLOTS = 4;
const PAUSE_MS = 100;
const POSTS_AT_ONCE = 8;
/** Of the project with the matrix; 0: as many as the runner takes. */
const LIMITS = [0, 2];

/**
 * How long single tasks of another project wait for their start: beside nothing, beside a matrix that starts, and beside as
 * many single tasks; by turns.
 */
export async function matrix({ items, probes, turns }) {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  await writeFile(join(folder, "echo.sh"), "echo hello\n");
  const product = await startProduct({ SIGNALBOX_RUNNER_MAX_PARALLEL: String(SLOTS) });
  try {
    const { client } = product;
    const busy = await busyProject(product, folder, items);
    const { project, templates } = await client.project(folder, "", ["echo.sh"]);
    const probe = () => waits(product, `/project/${project}`, { template_id: templates[0].id, probes });
    await probe();
    const rows = [];
    for (let turn = 1; turn <= turns; turn++)
      for (const limit of LIMITS) {
        await busy.limitTo(limit);
        rows.push({ turn, "beside it": "nothing", ...(await probe()) });
        for (const [what, start] of Object.entries(busy.kinds)) {
          const besides = `${what}, ${limit || "no"} limit`;
          rows.push({ turn, "beside it": besides, ...(await busy.during(start, probe)) });
        }
      }
    console.table(rows);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function busyProject({ client, dataDir }, folder, items) {
  const { project, templates } = await client.project(folder, "", ["echo.sh"], { allow_parallel_tasks: true });
  const path = `/project/${project}`;
  const list = Array.from({ length: items }, (_, n) => `host-${n}`);
  const node = { kind: "template", key: "all", template_id: templates[0].id, matrix: { items: { value: list } } };
  const graph = { nodes: [node], edges: [] };
  const workflow = await client.post(`${path}/templates`, { name: "Matrix", app: "workflow", graph });
  const post = ({ id }) => client.post(`${path}/tasks`, { template_id: id });
  const count = async () => (await client.get(`${path}/tasks/active`)).length;
  return {
    kinds: {
      [`a matrix of ${items}`]: () => post(workflow),
      [`${items} single tasks`]: () => queueAll(items, () => post(templates[0])),
    },
    limitTo: async (max_parallel_tasks) =>
      client.call("PUT", path, { ...(await client.get(path)), max_parallel_tasks }),
    /** Stops what it started. */
    async during(start, probe) {
      const [newest] = await client.get(`${path}/tasks?limit=1`);
      const began = performance.now();
      await start();
      const ms = Math.round(performance.now() - began);
      const waited = await probe();
      for (const { id } of [workflow, ...templates]) await client.post(`${path}/templates/${id}/stop_all_tasks`);
      await until(async () => (await count()) === 0);
      const ran = await withDatabase(dataDir, (sql) => ranSince(sql, project, newest?.id ?? 0));
      return { ...waited, "started in ms": ms, ...ran };
    },
  };
}

async function queueAll(count, post) {
  let left = count;
  const one = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, one));
}

async function ranSince(sql, project, id) {
  const rows = await sql`
    select extract(epoch from start)::float8 * 1000 as start, extract(epoch from "end")::float8 * 1000 as end
    from tasks where project_id = ${project} and id > ${id} and start is not null and runner_id is not null`;
  const ms = rows.map(({ start, end }) => end - start);
  return { ran: rows.length, "each, median ms": Math.round(median(ms)), "at once": atOnce(rows) };
}

/** Single tasks, one after the other. */
async function waits({ client, dataDir }, path, { template_id, probes }) {
  const [load] = loadavg();
  const ids = [];
  for (let n = 0; n < probes; n++) {
    const { id } = await client.post(`${path}/tasks`, { template_id });
    await until(async () => (await client.get(`${path}/tasks/${id}`)).end);
    ids.push(id);
    await pause(PAUSE_MS);
  }
  const ms = await withDatabase(dataDir, async (sql) => {
    const rows = await sql`
      select extract(epoch from start - created)::float8 * 1000 as ms from tasks where id in ${sql(ids)}`;
    return rows.map((row) => row.ms);
  });
  return {
    "queued, median ms": Math.round(median(ms)),
    "95th percentile ms": Math.round(percentile(ms, 95)),
    load: load.toFixed(1),
  };
}

/** The most tasks that ran at the same moment. */
function atOnce(tasks) {
  const changes = tasks.flatMap(({ start, end }) => [
    [start, 1],
    [end, -1],
  ]);
  changes.sort(([one, up], [other, down]) => one - other || up - down);
  let [now, most] = [0, 0];
  for (const [, change] of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
