import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { claimSite } from "./claim-site";

const PAGES = 150;

const db = await freshDatabase();
const { queue, claim, close } = await claimSite(db);
afterAll(close);

/** What Postgres reads to give the runner one more task. */
const pagesOfClaim = async (): Promise<number> => (await claim()).reduce((sum, { pages }) => sum + pages, 0);

test("a claim reads as little of a queue of 3,000 tasks as of one of 100", async () => {
  for (const count of [100, 2_900]) {
    await queue(count);
    await db.execute(sql`vacuum analyze tasks`);
    await pagesOfClaim();
    expect(await pagesOfClaim()).toBeLessThanOrEqual(PAGES);
  }
});
