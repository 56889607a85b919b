import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { hashToken, randomToken } from "@/lib/secret/token";
import { changes, mostSlots, watchChanges } from "../chaos/changes";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { RunnerProcess } from "../support/runner-process";
import { type TaskSite, taskSite } from "../support/task-site";

const TASKS = process.env.SIGNALBOX_TEST_LONG === "1" ? 200 : 60;
const CAPS = { project: 3, runner: 2 };

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-two-"));
const daemons: RunnerProcess[] = [];
let site: TaskSite;
let api: RealApi;

beforeAll(async () => {
  site = await taskSite(db);
  api = await realApi();
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/run.sh"), `echo begin >> ${folder}/seen\nsleep 0.02\necho end >> ${folder}/seen\n`);
  await db.update(repositories).set({ git_url: join(folder, "files") });
  await db.update(projects).set({ max_parallel_tasks: CAPS.project });
  await watchChanges(db);
});

afterAll(async () => {
  for (const daemon of daemons) await daemon.kill("SIGKILL");
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startRunner(name: string): Promise<void> {
  const token = randomToken();
  await db.insert(runners).values({ name, token_hash: hashToken(token), max_parallel_tasks: CAPS.runner });
  daemons.push(await RunnerProcess.start({ url: api.url, token, dataDir: join(folder, name) }));
}

async function allOver(): Promise<void> {
  const unfinished = sql`select count(*)::int as n from tasks where "end" is null`;
  while ((await db.execute<{ n: number }>(unfinished))[0]?.n !== 0) {
    await sleep(100);
  }
}

/** The maximum number of scripts between their first and last line at once, by their own reports. */
function mostAtOnce(): number {
  let [now, most] = [0, 0];
  for (const line of readFileSync(join(folder, "seen"), "utf8").trim().split("\n")) {
    now += line === "begin" ? 1 : -1;
    most = Math.max(most, now);
  }
  return most;
}

test(`${TASKS} tasks on two runners that take ${CAPS.runner} each: never more than the project's ${CAPS.project} at once`, async () => {
  const templates = [await site.template({ allow_parallel_tasks: true }), await site.template()];
  for (let n = 0; n < TASKS; n++) await site.start(templates[n % 4 === 0 ? 1 : 0] ?? 0);
  await Promise.all([startRunner("one"), startRunner("two")]);
  await allOver();
  const seen = await changes(db);
  expect(mostSlots(seen)).toEqual(CAPS);
  expect(mostAtOnce()).toBeLessThanOrEqual(CAPS.project);
  for (const status of ["starting", "running", "success"]) {
    const tasks = seen.filter((change) => change.status === status).map(({ task_id }) => task_id);
    expect([status, tasks.length, new Set(tasks).size]).toEqual([status, TASKS, TASKS]);
  }
  const ran = new Set(seen.filter(({ status }) => status === "running").map(({ runner_id }) => runner_id));
  expect(ran.size).toBe(2);
}, 240_000);
