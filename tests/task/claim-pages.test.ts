import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openExplaining } from "@/bench/size/explain";
import type { AttemptRef } from "@/lib/protocol/runner";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { insertTask } from "../support/resources";
import { taskSite } from "../support/task-site";

const AT_ONCE = 100;
const PAGES = 150;

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
  await db.execute(sql`vacuum analyze tasks`);
}

/** What Postgres reads to give the runner one more task. */
async function pagesOfClaim(): Promise<number> {
  const before = held.length;
  const ran = await explaining.ranBy(async () => held.push(...(await runner.poll(1, held)).tasks));
  expect(held).toHaveLength(before + 1);
  return ran.reduce((sum, { pages }) => sum + pages, 0);
}

test("a claim reads as little of a queue of 3,000 tasks as of one of 100", async () => {
  for (const count of [100, 2_900]) {
    await queue(count);
    await pagesOfClaim();
    expect(await pagesOfClaim()).toBeLessThanOrEqual(PAGES);
  }
});
