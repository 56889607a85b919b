import { withBrowser } from "./browser.mjs";
import { copyRow, seed, withDatabase } from "./filling.mjs";
import { median, percentile, startProduct } from "./product.mjs";

const LINES = 1_000_000;
const LINES_IN_CHUNK = 1000;
const SCROLLS = 200;
const JUMPS = 20;

/** A log of a million lines: search on the server, scrolling in a browser. */
export async function log() {
  const { client, dataDir, stop } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off" });
  try {
    const { project, task } = await seed(client);
    const long = await withDatabase(dataDir, (sql) => insertLog(sql, task));
    console.table(await search(client, `/project/${project}/tasks/${long}/output`));
    await withBrowser(client, async (newPage) => {
      const page = await newPage();
      await page.goto(`${client.url}/project/${project}/tasks/${long}`);
      console.table(await read(page));
    });
  } finally {
    await stop();
  }
}

/** Every 997th line is coloured, the 50th of each chunk is long, and one reports an error. */
async function insertLog(sql, task) {
  const [{ id }] = await copyRow(sql, "tasks", task, 1, sql`'status', 'error', 'attempt', 1`);
  await sql`
    insert into task_attempts (task_id, attempt, instance_id, heartbeat_at, ended_at, log_lines)
    values (${id}, 1, 'bench', now(), now(), ${LINES})`;
  await sql`
    insert into log_chunks (task_id, first_line, line_count, attempt, time, offsets, text)
    select ${id}, first, ${LINES_IN_CHUNK}::int, 1, now(), array_agg(n * 2 order by n), string_agg(case
        when first + n = 777777 then 'fatal: [web2]: UNREACHABLE! => {"changed": false}'
        when (first + n) % 997 = 0 then E'\\x1b[0;33mchanged: [web' || n % 9 || E']\\x1b[0m'
        when n % 50 = 7 then repeat('a long line that goes on and on ', 12)
        else 'line ' || first + n || ' of the output, ok: [web' || n % 7 || ']' end, E'\\n' order by n)
    from generate_series(0, ${LINES - LINES_IN_CHUNK}::int, ${LINES_IN_CHUNK}::int) first,
      generate_series(0, ${LINES_IN_CHUNK - 1}::int) n
    group by first`;
  return id;
}

async function search(client, path) {
  const rows = [];
  for (const query of ["search=UNREACHABLE", "search=ok", "errors=true"]) {
    const began = performance.now();
    const { count } = await client.get(`${path}?${query}`);
    rows.push({ query, hits: count, ms: Math.round(performance.now() - began) });
  }
  return rows;
}

async function read(page) {
  await page.getByText("UNREACHABLE").first().waitFor();
  const frames = await page.evaluate(scrollOn, SCROLLS);
  const jumps = [];
  for (let n = 0; n < JUMPS; n++) jumps.push(await page.evaluate(jumpTo, ((n * 7) % JUMPS) / JUMPS));
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  return {
    "frame while scrolling, median ms": Math.round(median(frames)),
    "frame while scrolling, 99th percentile ms": Math.round(percentile(frames, 99)),
    "jump anywhere until its lines are shown, median ms": Math.round(median(jumps)),
    "jump anywhere, slowest ms": Math.round(Math.max(...jumps)),
    "rows in the document": await page.locator("[data-line]").count(),
    "JavaScript heap MB": Math.round(heap / 1e6),
  };
}

/** Runs in the page: the duration of each frame. */
async function scrollOn(count) {
  const log = document.querySelector("[role=log]");
  const times = [];
  let last = performance.now();
  for (let n = 0; n < count; n++) {
    log.scrollTop += 1500;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
}

/** Runs in the page: the time until no visible line is a placeholder. */
async function jumpTo(part) {
  const log = document.querySelector("[role=log]");
  const began = performance.now();
  log.scrollTop = log.scrollHeight * part;
  do await new Promise(requestAnimationFrame);
  while (!log.querySelector("[data-line]") || log.querySelector(".animate-pulse"));
  return performance.now() - began;
}
