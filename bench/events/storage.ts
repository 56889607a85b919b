import { sql } from "drizzle-orm";
import { fill } from "@/bench/size/fill";
import { openDatabase } from "@/db/client";
import { connect } from "@/db/connect";
import { startScratch } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { STATE_LETTERS } from "@/lib/protocol/events";
import type { LogChunk } from "@/lib/protocol/log";
import type { AttemptRef } from "@/lib/protocol/runner";
import { storeEvents } from "@/lib/task/events/append-events";
import { readMatrix, readResults } from "@/lib/task/events/read-events";

const EVENTS_IN_CHUNK = 400;
const STATES = Object.keys(STATE_LETTERS);
type Row = { what: string; value: string };

/** Stores a run of so many results as a runner sends them, and reads what the tabs show of it. */
export async function storage(hosts: number, steps: number): Promise<Row[]> {
  const server = await startScratch({ parameters: { max_wal_size: "4GB" } });
  try {
    await migrate(server.url);
    const client = connect(server.url, { max: 1, onnotice: () => {} });
    await fill(client, 0.0002).finally(() => client.end());
    const db = openDatabase(server.url);
    const [task] = await db.execute<{ id: number; project_id: number }>(sql`select id, project_id from tasks limit 1`);
    const [runner] = await db.execute<{ id: number }>(sql`
      insert into runners (name, token_hash) values ('bench events', 'bench events') returning id`);
    if (!task || !runner) throw new Error("the database has no task");
    const ref = { task_id: task.id, attempt: 7 };
    await db.execute(sql`update tasks set attempt = 7 where id = ${task.id}`);
    await db.execute(sql`
      insert into task_attempts (task_id, attempt, runner_id, instance_id, begun_at, heartbeat_at)
      values (${task.id}, 7, ${runner.id}, 'bench', now(), now())`);
    const rows = [await stored(() => send(db, runner.id, ref, hosts, steps), hosts * steps)];
    const [size] = await db.execute<{ size: string }>(sql`
      select pg_size_pretty(sum(pg_total_relation_size(name::regclass))) as size
      from unnest(array['task_event_chunks', 'task_steps', 'task_hosts']) name`);
    const [counts] = await db.execute<{ rows: string }>(sql`
      select format('%s chunks, %s steps, %s hosts', (select count(*) from task_event_chunks),
        (select count(*) from task_steps), (select count(*) from task_hosts)) as rows`);
    rows.push({ what: "on disk", value: size?.size ?? "" }, { what: "rows", value: counts?.rows ?? "" });
    const of = { projectId: task.project_id, taskId: task.id, from: 0, limit: undefined };
    rows.push(await timed("matrix", async () => JSON.stringify(await readMatrix(db, { ...of, known: 0 })).length));
    rows.push(await timed("one result", () => readResults(db, task.id, { host: "host-7", step: steps - 1, from: 0 })));
    rows.push(await timed("100 results of a host", () => readResults(db, task.id, { host: "host-7", from: 0 })));
    rows.push(await timed("20 failures", () => readResults(db, task.id, { state: ["failed"], from: 0, limit: 20 })));
    await db.close();
    return rows;
  } finally {
    await server.stop({ force: true });
  }
}

async function send(
  db: ReturnType<typeof openDatabase>,
  runnerId: number,
  ref: AttemptRef,
  hosts: number,
  steps: number,
) {
  let [first, lines] = [0, [] as string[]];
  const flush = async () => {
    const text = lines.join("\n");
    const chunk: LogChunk = { first_line: first, time: new Date().toISOString(), offsets: lines.map(() => 0), text };
    first = await storeEvents(db, runnerId, ref, [chunk]);
    lines = [];
  };
  for (const event of eventsOf(hosts, steps)) {
    lines.push(JSON.stringify(event));
    if (lines.length === EVENTS_IN_CHUNK) await flush();
  }
  if (lines.length > 0) await flush();
}

/** In the order of the linear strategy; one in a thousand fails. */
function* eventsOf(hosts: number, steps: number): Generator<object> {
  for (let number = 0; number < hosts; number++) yield { type: "host", number, name: `host-${number}` };
  for (let step = 0; step < steps; step++) {
    const about = { play: "Deploy", name: `step ${step} of a role`, file: "roles/web/tasks/main.yml", file_line: step };
    yield { type: "step", number: step, ...about, is_handler: false };
    for (let host = 0; host < hosts; host++) yield resultOf(step, host);
  }
}

function resultOf(step: number, host: number): object {
  const at = step * 31 + host * 17;
  const state = at % 1_000 === 1 ? "failed" : STATES[at % 2];
  const time = Date.UTC(2026, 0) + step * 10_000 + host * 10;
  return { type: "result", step, host, state, time, ms: at % 900, line: at, message: `message of step ${step}` };
}

async function stored(run: () => Promise<void>, results: number): Promise<Row> {
  const began = performance.now();
  await run();
  const ms = performance.now() - began;
  return {
    what: `${results} results stored`,
    value: `${(ms / 1_000).toFixed(0)} s, ${((1_000 * ms) / results).toFixed(0)} µs each`,
  };
}

/** The median of five, after one that brings everything into memory. */
async function timed(what: string, run: () => Promise<unknown>): Promise<Row> {
  const took: number[] = [];
  for (let time = 0; time < 6; time++) {
    const began = performance.now();
    await run();
    took.push(performance.now() - began);
  }
  const median = took.slice(1).sort((a, b) => a - b)[2] ?? 0;
  return { what, value: `${median.toFixed(0)} ms` };
}
