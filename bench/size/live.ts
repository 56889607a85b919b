import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fill } from "@/bench/size/fill";
import { openDatabase } from "@/db/client";
import { connect } from "@/db/connect";
import { startScratch } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { openSession } from "@/lib/session/sessions";

/** Of a million tasks. */
const scale = Number(process.argv[2] ?? 1);

const PORT = 4_877;
const SITE = `http://127.0.0.1:${PORT}`;
const STARTS = 5;
const TASKS = 60;
const PAUSE_MS = 250;

/** What a filled database does to the product that runs on it: its start, and how long tasks wait, also while old ones are deleted. */
async function main(): Promise<void> {
  const server = await startScratch({ parameters: { max_wal_size: "8GB", shared_buffers: "512MB" } });
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-"));
  await chmod(folder, 0o711);
  await writeFile(join(folder, "echo.sh"), "echo hello\n");
  const place = { url: server.url, folder };
  try {
    await migrate(server.url);
    const client = connect(server.url, { max: 1, onnotice: () => {} });
    await fill(client, scale);
    await client.end();
    const cookie = await signIn(server.url);
    const ready: number[] = [];
    for (let start = 0; start < STARTS; start++) ready.push(await withProduct(place, {}, async (ms) => ms));
    console.table({ "start to ready, s": seconds(ready) });
    const templateId = await withProduct(place, {}, () => makeTemplate(cookie, folder));
    const runs = { "nothing is deleted": {}, "tasks older than a day are deleted": { SIGNALBOX_TASK_RETENTION: "1d" } };
    const rows: Record<string, object> = {};
    for (const [name, settings] of Object.entries(runs))
      rows[name] = await withProduct(place, { SIGNALBOX_LOCAL_RUNNER: "on", ...settings }, () =>
        measureTasks(cookie, templateId, server.url),
      );
    console.table(rows);
  } finally {
    await server.stop({ force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 });
  const id = await openSession(db, 1, { ip: "127.0.0.1", userAgent: "bench" });
  await db.close();
  return `semaphore=${id}`;
}

type Place = { url: string; folder: string };

/** Hands on how long it took until it was ready, in milliseconds. */
async function withProduct<Measured>(
  { url, folder }: Place,
  settings: Record<string, string>,
  measure: (readyMs: number) => Promise<Measured>,
): Promise<Measured> {
  const began = performance.now();
  const child = spawn(process.execPath, ["dist/cli.mjs", "start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(PORT),
      DATABASE_URL: url,
      SIGNALBOX_DATA_DIR: folder,
      SIGNALBOX_LOCAL_RUNNER: "off",
      ...settings,
    },
  });
  try {
    while (!(await fetch(`${SITE}/api/health/ready`).catch(() => null))?.ok) await pause(10);
    return await measure(performance.now() - began);
  } finally {
    await ended(child);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}

async function call<Reply>(cookie: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${SITE}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: { cookie },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

type WithId = { id: number };

/** In project 1, which holds a fifth of everything. */
async function makeTemplate(cookie: string, folder: string): Promise<number> {
  const key = await call<WithId>(cookie, "/project/1/keys", { name: "bench", type: "none" });
  const variables = { name: "bench", json: "{}", env: "{}" };
  const environment = await call<WithId>(cookie, "/project/1/environment", variables);
  const source = { name: "bench", git_url: folder, git_branch: "", ssh_key_id: key.id };
  const repository = await call<WithId>(cookie, "/project/1/repositories", source);
  const template = { name: "bench", app: "bash", playbook: "echo.sh", allow_parallel_tasks: true };
  const resources = { repository_id: repository.id, environment_id: environment.id };
  return (await call<WithId>(cookie, "/project/1/templates", { ...template, ...resources })).id;
}

type Task = WithId & { created: string; start: string | null; end: string | null; status: string };

async function measureTasks(cookie: string, templateId: number, url: string): Promise<object> {
  const count = async () => {
    const client = connect(url, { max: 1, onnotice: () => {} });
    const [row] = await client<{ tasks: number }[]>`select count(*)::int as tasks from tasks`;
    await client.end();
    return row?.tasks ?? 0;
  };
  const waited: number[] = [];
  // The first one waits for those that the database was filled with.
  await run(cookie, templateId);
  const before = await count();
  const began = performance.now();
  for (let n = 0; n < TASKS; n++) {
    const task = await run(cookie, templateId);
    waited.push(Date.parse(task.start ?? "") - Date.parse(task.created));
  }
  const tookMs = performance.now() - began;
  return {
    "POST to start, ms: median": at(waited, 0.5),
    "95th": at(waited, 0.95),
    longest: at(waited, 1),
    "deleted a second": Math.round((before + TASKS - (await count())) / (tookMs / 1_000)),
  };
}

/** Returns when it has ended. */
async function run(cookie: string, templateId: number): Promise<Task> {
  const { id } = await call<WithId>(cookie, "/project/1/tasks", { template_id: templateId });
  await pause(PAUSE_MS);
  let task = await call<Task>(cookie, `/project/1/tasks/${id}`);
  for (; !task.end; task = await call<Task>(cookie, `/project/1/tasks/${id}`)) await pause(20);
  if (task.status !== "success") throw new Error(`task ${id}: ${JSON.stringify(task)}`);
  return task;
}

const at = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

const seconds = (values: readonly number[]) => ({
  median: (at(values, 0.5) / 1_000).toFixed(2),
  longest: (at(values, 1) / 1_000).toFixed(2),
});

await main();
