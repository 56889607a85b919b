import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Ran } from "@/bench/size/explain";
import { freshDatabase } from "../support/database";
import { claimSite } from "./claim-site";

/** After so many runs Postgres keeps the plan of a prepared statement. */
const RUNS = 8;

const db = await freshDatabase();
const { queue, claim, held, close } = await claimSite(db);
afterAll(close);

const scansOf = (ran: Ran[]) => ran.flatMap(({ scans }) => scans);
const mostRowsOf = (ran: Ran[]): number => Math.max(...scansOf(ran).map(({ rows }) => rows));
const mostWaitingOf = (ran: Ran[]): number => {
  const waiting = scansOf(ran).filter(({ how }) => how.includes("tasks_waiting"));
  return Math.max(...waiting.map(({ rows, discarded }) => rows + discarded));
};

test("a claim finds the next of 3,000 tasks directly, though Postgres planned it when they were 400", async () => {
  await db.execute(sql`vacuum analyze tasks`);
  await queue(400);
  for (let n = 0; n < RUNS; n++) await claim();
  await queue(2_600);
  for (let n = 0; n < RUNS; n++) {
    const ran = await claim();
    expect(mostRowsOf(ran)).toBeLessThanOrEqual(held.length);
    expect(mostWaitingOf(ran)).toBe(1);
  }
});
