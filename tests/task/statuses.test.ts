import { type SQL, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { isAtWork, isUnfinished, tasks } from "@/db/schema/tasks";
import { BUSY_STATUSES, isFinal, TASK_STATUSES } from "@/lib/protocol/status";
import { isBusy } from "@/lib/queue/candidates";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
afterAll(() => db.close());

/** The statuses of which Postgres finds that the condition holds. */
async function statusesThat(condition: SQL): Promise<string[]> {
  const rows = await db.execute<{ status: string }>(sql`
    select status from unnest(${sql.param([...TASK_STATUSES])}::text[]) as ${tasks}(status) where ${condition}`);
  return rows.map(({ status }) => status);
}

test.each([
  ["unfinished", isUnfinished, TASK_STATUSES.filter((status) => !isFinal(status))],
  ["at work", isAtWork, BUSY_STATUSES],
  ["busy", isBusy, BUSY_STATUSES],
])("SQL and the runners' protocol agree which tasks are %s", async (_, condition, expected) => {
  expect(await statusesThat(condition)).toEqual(expected);
});
