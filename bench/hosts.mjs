import { loadavg } from "node:os";
import { crc32 } from "node:zlib";
import { withBrowser } from "./browser.mjs";
import { withDatabase } from "./filling.mjs";
import { emptyPage, inTurns, scrolled } from "./frames.mjs";
import { newRunner } from "./hand-runner.mjs";
import { median, withIdleProduct } from "./product.mjs";

const SIZES = {
  full: { hosts: 200, steps: 100, visits: 5, frames: 240 },
  smoke: { hosts: 20, steps: 30, visits: 1, frames: 20 },
};
const EVENTS_IN_CHUNK = 400;
const CELL = "[role=gridcell]";
const GRID = "[role=grid]";

/** The results of hosts × steps as they are stored, read by the API, and shown and scrolled in Chromium. */
export async function hosts(form = "full") {
  const size = SIZES[form];
  await withIdleProduct(async ({ client, dataDir }) => {
    const { path, id } = await storeResults(client, size);
    const stored = await withDatabase(dataDir, (sql) => storedBy(sql, id));
    console.table([{ ...stored, ...(await readMatrix(client, `${path}/tasks/${id}/matrix`)) }]);
    await withBrowser(client, async (newPage) => {
      const address = `${client.url}${path}/tasks/${id}?tab=hosts`;
      console.table([await firstPaints(newPage, address, size)]);
      console.table(await scrolling(newPage, address, size));
    });
  });
}

async function storeResults(client, { hosts, steps }) {
  const runner = await newRunner(client);
  const { project, templates } = await client.project("https://example.com/repository.git", "main", ["deploy.sh"]);
  const { id } = await client.post(`/project/${project}/tasks`, { template_id: templates[0].id });
  const ref = await runner.claim();
  await runner.begin(ref);
  const lines = [...eventsOf(hosts, steps)].map((event) => JSON.stringify(event));
  for (let first_line = 0; first_line < lines.length; first_line += EVENTS_IN_CHUNK) {
    const some = lines.slice(first_line, first_line + EVENTS_IN_CHUNK);
    const chunk = { first_line, time: new Date().toISOString(), offsets: some.map(() => 0), text: some.join("\n") };
    await runner.events(ref, chunk);
  }
  const checksum = crc32(lines.map((line) => `${line}\n`).join(""));
  await runner.finish(ref, { events: { total: lines.length, checksum } });
  return { path: `/project/${project}`, id };
}

const STATES = ["ok", "ok", "changed", "skipped", "ok", "failed", "ok"];

/** In the order of the linear strategy. */
function* eventsOf(hosts, steps) {
  for (let number = 0; number < hosts; number++) yield { type: "host", number, name: `web-${number}.example.com` };
  for (let step = 0; step < steps; step++) {
    const place = { file: "roles/web/tasks/main.yml", file_line: step + 1, is_handler: false };
    yield { type: "step", number: step, play: "Deploy", name: `web : Step ${step} of the role`, ...place };
    for (let host = 0; host < hosts; host++) {
      const at = step * 31 + host * 17;
      const time = Date.now() + step * 1000;
      yield { type: "result", step, host, state: STATES[at % 7], time, ms: at % 900, message: `message ${step}` };
    }
  }
}

async function storedBy(sql, id) {
  const [row] = await sql`
    select (select count(*)::int from task_event_chunks where task_id = ${id}) as chunks,
      (select count(*)::int from task_steps where task_id = ${id}) as steps,
      (select count(*)::int from task_hosts where task_id = ${id}) as hosts,
      (select sum(pg_total_relation_size(name::regclass))::int / 1000
        from unnest(array['task_event_chunks', 'task_steps', 'task_hosts']) name) as "kB on disk"`;
  return row;
}

async function readMatrix(client, path) {
  const times = [];
  let text = "";
  for (let n = 0; n < 11; n++) {
    const began = performance.now();
    const response = await fetch(`${client.url}/api${path}`, { headers: { cookie: client.cookie } });
    text = await response.text();
    times.push(performance.now() - began);
  }
  return { "GET matrix, median ms": Math.round(median(times.slice(1))), "its kB": Math.round(text.length / 1000) };
}

/** Until the first cells are painted: of the whole page in a new browser, and of the tab alone. */
async function firstPaints(newPage, address, { visits }) {
  const [pages, tabs] = [[], []];
  for (let visit = 0; visit < visits; visit++) {
    const page = await newPage();
    await page.addInitScript(`window.painted = (${painted})(${JSON.stringify(CELL)})`);
    await page.goto(address);
    pages.push(await page.evaluate(() => window.painted));
    await page.getByRole("tab", { name: "Details" }).click();
    await page.locator(GRID).waitFor({ state: "detached" });
    const began = await page.evaluate(() => performance.now());
    const again = page.evaluate(painted, CELL);
    await page.getByRole("tab", { name: "Hosts" }).click();
    tabs.push((await again) - began);
    await page.context().close();
  }
  const [load] = loadavg();
  const of = (times) =>
    `${Math.round(median(times))} (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})`;
  return { "first visit, ms": of(pages), "the tab again, ms": of(tabs), load: load.toFixed(1) };
}

/** Runs in the page: when the frame after the first match is drawn. */
async function painted(selector) {
  do await new Promise(requestAnimationFrame);
  while (!document.querySelector(selector));
  return new Promise(requestAnimationFrame);
}

async function scrolling(newPage, address, { frames }) {
  const page = await newPage();
  await page.goto(address);
  await page.locator(CELL).first().waitFor();
  const empty = await emptyPage(newPage);
  const parts = Object.entries({ down: { y: 60 }, right: { x: 60 }, "both ways": { x: 40, y: 40 } }).flatMap(
    ([direction, step]) =>
      Object.entries({ "empty page": empty, hosts: page }).map(([what, at]) => ({
        name: { direction, what },
        page: at,
        measure: () => scrolled(at, GRID, { count: frames, ...step }),
      })),
  );
  return inTurns(parts);
}
