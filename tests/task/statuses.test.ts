import { type SQL, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { DEPLOYABLE, isAtWork, isUnfinished, tasks } from "@/db/schema/tasks";
import { isFinal, isAtWork as isWorkStatus, TASK_STATUSES } from "@/lib/protocol/status";
import { isDeployable } from "@/lib/task/rules";
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
  ["at work", isAtWork, TASK_STATUSES.filter(isWorkStatus)],
])("SQL and the runners' protocol agree which tasks are %s", async (_, condition, expected) => {
  expect(await statusesThat(condition)).toEqual(expected);
});

const RUNS = TASK_STATUSES.flatMap((status) =>
  [
    { drift_check: false, dry_run: false, params: {} },
    { drift_check: true, dry_run: false, params: {} },
    { drift_check: false, dry_run: true, params: {} },
    { drift_check: false, dry_run: false, params: { plan: true } },
    { drift_check: false, dry_run: false, params: { destroy: true } },
    { drift_check: false, dry_run: false, params: { plan: false, destroy: false } },
  ].map((kind, n) => ({ id: n, status, ...kind })),
);

test("SQL and the screens agree what can be deployed", async () => {
  const rows = await db.execute<{ id: number; status: string }>(sql`
    select id, status from jsonb_to_recordset(${JSON.stringify(RUNS)}::jsonb)
      as run(id int, status text, drift_check boolean, dry_run boolean, params jsonb) where ${DEPLOYABLE}`);
  const expected = RUNS.filter(isDeployable).map(({ id, status }) => ({ id, status }));
  expect(expected).toHaveLength(2);
  expect([...rows]).toEqual(expected);
});
