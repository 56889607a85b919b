import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { withBrowser } from "./browser.mjs";
import { copyRow, seed, withDatabase } from "./filling.mjs";
import { spent } from "./processor.mjs";
import { median, startProduct } from "./product.mjs";

const TEMPLATES = 500;
const TASKS = 20_000;
const INVENTORIES = 300;
const TRIES = 30;
/** Visits after which the code of a screen is warm. */
const WARM = 60;
/** A web process that has just started can't confirm to a browser that it missed no events. */
const SETTLE_MS = 10_000;

/** Below /project/<id>. */
const SCREENS = ["templates", "history", "inventory", "schedule", "keys", "activity"];

/** A large project: the server's cost of each screen, and the bytes a browser loads on its first visit. */
export async function lists() {
  const { client, dataDir, pid, stop } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off" });
  try {
    const project = await fillProject(client, dataDir);
    const rows = [];
    for (const screen of SCREENS) rows.push(await measureServer(client, pid, `/project/${project}/${screen}`));
    console.table(rows);
    await pause(SETTLE_MS);
    await withBrowser(client, async (newPage) => {
      const visits = [];
      for (const screen of SCREENS)
        visits.push({ screen, ...(await visit(newPage, client, `/project/${project}/${screen}`)) });
      console.table(visits);
    });
  } finally {
    await stop();
  }
}

/** A large project; returns its id. */
export async function fillProject(client, dataDir) {
  const { project, template, task } = await seed(client);
  const [key] = await client.get(`/project/${project}/keys`);
  const hosts = { name: "Hosts", type: "static", inventory: "web1\n", ssh_key_id: key.id };
  const inventory = await client.post(`/project/${project}/inventory`, hosts);
  await withDatabase(dataDir, async (sql) => {
    await copyRow(sql, "inventories", inventory.id, INVENTORIES - 1, sql`'name', 'Hosts of site ' || n`);
    await copyRow(sql, "templates", template, TEMPLATES - 1, sql`'name', 'Deploy service ' || n`);
    await copyRow(
      ...[sql, "tasks", task, TASKS - 1],
      sql`'template_id', (select array_agg(id) from templates)[1 + n % ${TEMPLATES}::int],
        'status', (array['success', 'error', 'stopped'])[1 + n % 3],
        'start', now() - n * interval '1 minute', 'end', now() - n * interval '50 seconds'`,
    );
    await sql`vacuum analyze`;
  });
  return project;
}

/** Of the first 30 visits, and of 30 after 60. Processor time hardly depends on what else the machine does. */
async function measureServer(client, pid, path) {
  const times = [];
  let page;
  const load = async () => {
    const began = performance.now();
    const response = await fetch(client.url + path, { headers: { cookie: client.cookie } });
    page = new Uint8Array(await response.arrayBuffer());
    times.push(performance.now() - began);
  };
  await load();
  const loadTimes = (count) =>
    spent(pid, async () => {
      for (let n = 0; n < count; n++) await load();
    });
  const cost = await loadTimes(TRIES);
  await loadTimes(WARM - TRIES);
  times.length = 0;
  const later = await loadTimes(TRIES);
  return {
    screen: path.split("/").pop(),
    "server ms": Math.round(median(times)),
    "first web ms": Math.round(cost.web / TRIES),
    "web ms": Math.round(later.web / TRIES),
    "db ms": Math.round(later.db / TRIES),
    "page kB": Math.round(page.length / 1000),
    "with gzip": Math.round(gzipSync(page).length / 1000),
  };
}

async function visit(newPage, client, path) {
  const page = await newPage();
  const loaded = await countBytes(page);
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const began = performance.now();
  await page.goto(client.url + path, { waitUntil: "load" });
  const milliseconds = Math.round(performance.now() - began);
  await page.waitForLoadState("networkidle");
  const shift = await page.evaluate(() => window.shifted);
  await page.context().close();
  const kilobytes = (kind) => Math.round(loaded[kind] / 1000);
  return {
    "loaded ms": milliseconds,
    "script kB": kilobytes("Script"),
    "fetched kB": kilobytes("Fetch"),
    "layout shift": shift,
  };
}

/** Compressed bytes by type, as transferred. */
async function countBytes(page) {
  const total = { Script: 0, Fetch: 0 };
  const kinds = new Map();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    total[kind] = (total[kind] ?? 0) + encodedDataLength;
  });
  return total;
}
