import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openExplaining, type Ran } from "@/bench/size/explain";
import type { AttemptRef } from "@/lib/protocol/runner";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { insertTask } from "../support/resources";
import { taskSite } from "../support/task-site";

const AT_ONCE = 100;
/** After so many runs Postgres keeps the plan of a prepared statement. */
const RUNS = 8;

const db = await freshDatabase();
const explaining = openExplaining(process.env.DATABASE_URL ?? "");
afterAll(() => explaining.db.close());
const site = await taskSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const runner = await HandRunner.start(explaining.db);
const held: AttemptRef[] = [];

async function queue(count: number): Promise<void> {
  const add = () => insertTask(db, site.w.projectId, template, { status: "waiting" });
  for (let n = 0; n < count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, add));
}

const analyze = () => db.execute(sql`vacuum analyze tasks`);

/** How Postgres gives the runner one more task. */
async function claim(): Promise<Ran[]> {
  const before = held.length;
  const ran = await explaining.ranBy(async () => held.push(...(await runner.poll(1, held)).tasks));
  expect(held).toHaveLength(before + 1);
  return ran;
}

const scansOf = (ran: Ran[]) => ran.flatMap(({ scans }) => scans);
const mostRowsOf = (ran: Ran[]): number => Math.max(...scansOf(ran).map(({ rows }) => rows));
const mostWaitingOf = (ran: Ran[]): number => {
  const waiting = scansOf(ran).filter(({ how }) => how.includes("tasks_waiting"));
  return Math.max(...waiting.map(({ rows, discarded }) => rows + discarded));
};

test("a claim finds the next of 3,000 tasks directly, though Postgres planned it when they were 400", async () => {
  await analyze();
  await queue(400);
  for (let n = 0; n < RUNS; n++) await claim();
  await queue(2_600);
  for (let n = 0; n < RUNS; n++) {
    const ran = await claim();
    expect(mostRowsOf(ran)).toBeLessThanOrEqual(held.length);
    expect(mostWaitingOf(ran)).toBe(1);
  }
});
