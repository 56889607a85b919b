import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PARTS, peakOfRunner, spent } from "./processor.mjs";
import { median, percentile, startProduct, until } from "./product.mjs";

const LINES = 1_000_000;
const WATCHERS = 10;
/** 100 bytes with its line end. */
const TEXT = "%07.0f changed: [web7.example.com] => (item=package) the password of nobody is part of this line ...";
const SECRETS = { DB_PASSWORD: "correct horse battery staple", API_KEY: "pk_live_51HqA8vJk2LmN3oP4qR5sT6u" };
const LIVE = [
  { lines: "a line each 300 ms", count: 100, pauseMs: 300 },
  { lines: "200 lines a second", count: 2000, pauseMs: 5 },
];

/** A million lines of 100 bytes from the POST to the end, masked; then how long a line takes to connected browsers. */
export async function flood() {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  await writeFile(join(folder, "flood.sh"), `seq -f '${TEXT.slice(0, 94)}' 1 ${LINES}\n`);
  for (const { count, pauseMs } of LIVE)
    await writeFile(join(folder, `live-${pauseMs}.sh`), liveScript(count, pauseMs));
  const product = await startProduct();
  try {
    const scripts = ["flood.sh", ...LIVE.map(({ pauseMs }) => `live-${pauseMs}.sh`)];
    const { project, templates } = await product.client.project(folder, "", scripts);
    await hideSecrets(product.client, project);
    const run = (template) => runToEnd(product.client, project, template);
    await run(templates[1]);
    console.table([await million(product, run, templates[0])]);
    const rows = [];
    for (const [n, { lines }] of LIVE.entries())
      rows.push(await live(product.client, project, templates[n + 1], lines));
    console.table(rows);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the time of every line, so that it can be compared with that of its arrival. */
const liveScript = (count, pauseMs) => `exec python3 -uc '
import time
begun = time.time()
for n in range(${count}):
    time.sleep(max(0, begun + n * ${pauseMs / 1000} - time.time()))
    print("at", time.time() * 1000)
'\n`;

async function hideSecrets(client, project) {
  const [environment] = await client.get(`/project/${project}/environment`);
  const secrets = Object.entries(SECRETS).map(([name, secret]) => ({ operation: "create", type: "env", name, secret }));
  await client.call("PUT", `/project/${project}/environment/${environment.id}`, { ...environment, secrets });
}

/** Hears of the end from the socket, so that asking for it costs nothing. */
async function runToEnd(client, project, template) {
  const socket = await client.socket();
  try {
    await new Promise((resolve) => socket.emit("project", project, resolve));
    const ended = new Set();
    socket.on("task", ({ task_id, end }) => end && ended.add(task_id));
    const { id } = await client.post(`/project/${project}/tasks`, { template_id: template.id });
    await until(() => ended.has(id), 300_000);
  } finally {
    socket.close();
  }
}

async function million({ pid }, run, template) {
  const busy = await spent(pid, () => run(template));
  const row = { lines: LINES, seconds: (busy.ms / 1000).toFixed(1) };
  for (const part of PARTS) row[`${part} µs a line`] = ((busy[part] * 1000) / LINES).toFixed(2);
  return { ...row, "runner's peak MB": await peakOfRunner(pid) };
}

async function live(client, project, template, lines) {
  const sockets = await Promise.all(Array.from({ length: WATCHERS }, () => client.socket()));
  const times = [];
  for (const socket of sockets) {
    await new Promise((resolve) => socket.emit("project", project, resolve));
    // Watched from its first change on, like a page that opens the log.
    socket.on(
      "task",
      ({ task_id, status }) => status === "running" && socket.emit("watch", project, task_id, () => {}),
    );
    socket.on("log", ({ text }) => {
      for (const [, at] of text.matchAll(/^at ([\d.]+)$/gm)) times.push(Date.now() - Number(at));
    });
  }
  await runToEnd(client, project, template);
  for (const socket of sockets) socket.close();
  const ms = (value) => value.toFixed(1);
  return { lines, arrived: times.length, "median ms": ms(median(times)), "99th ms": ms(percentile(times, 99)) };
}
