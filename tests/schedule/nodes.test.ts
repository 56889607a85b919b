import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { bundle } from "../support/bundle";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, resources } from "../support/resources";
import { until } from "../support/until";
import { type World, world } from "../support/world";

const DUE = 500;

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-nodes-"));
const children: ChildProcess[] = [];
let w: World;
beforeAll(async () => {
  w = await world(db);
  await bundle(folder, { node: "tests/schedule/web-node.ts" });
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function startNode(clockOffSeconds: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(folder, "node.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, CLOCK_OFF_SECONDS: String(clockOffSeconds) },
  });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

const count = async (table: typeof tasks | typeof scheduleFires) =>
  (await db.select({ n: sql<number>`count(*)::int` }).from(table))[0]?.n ?? 0;

/** Due at the same instant, shortly from now by the database's clock. */
async function insertDue(): Promise<void> {
  const templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
  await db.insert(schedules).values(
    Array.from({ length: DUE }, (_, index) => ({
      project_id: w.projectId,
      template_id: templateId,
      name: `schedule ${index}`,
      cron_format: "@yearly",
      next_run_at: sql`date_trunc('second', now()) + interval '2 seconds'`,
    })),
  );
}

test("500 schedules due at once on three nodes with wrong clocks, one of them killed, start exactly 500 tasks", async () => {
  const [doomed] = [await startNode(90), await startNode(-90), await startNode(3600)];
  await insertDue();
  expect(await count(tasks)).toBe(0);
  await until("a tenth of the schedules has fired", async () => (await count(scheduleFires)) >= DUE / 10, {
    everyMs: 5,
  });
  doomed?.kill("SIGKILL");
  await until("all schedules have fired", async () => (await count(scheduleFires)) >= DUE);
  await sleep(300);
  const rows = await db.select({ schedule_id: tasks.schedule_id, created: tasks.created }).from(tasks);
  expect(rows).toHaveLength(DUE);
  expect(new Set(rows.map(({ schedule_id }) => schedule_id)).size).toBe(DUE);
  const [fire] = await db.select().from(scheduleFires).limit(1);
  const due = Date.parse(fire?.due_at ?? "");
  expect(rows.every(({ created }) => Date.parse(created) >= due)).toBe(true);
});
