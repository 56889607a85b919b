import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import type { AttemptRef } from "@/lib/protocol/runner";
import { renewLeases } from "@/lib/task/queue/directives";
import { freshDatabase, waitingForLocks } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;
beforeAll(async () => {
  site = await taskSite(db);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

async function held(): Promise<AttemptRef> {
  await site.start(await site.template());
  return runner.take();
}

const aged = (by: string) =>
  db.execute(sql`
    with seen as (update ${runners} set last_seen = now() - ${by}::interval)
    update ${taskAttempts} set heartbeat_at = now() - ${by}::interval`);

/** Seconds since each lease was renewed: the runner's own, then those of the attempts. */
async function ages(): Promise<number[]> {
  const [row] = await db.execute<{ ages: number[] }>(sql`
    select array(select extract(epoch from now() - last_seen)::float8 from ${runners})
      || array(select extract(epoch from now() - heartbeat_at)::float8 from ${taskAttempts} order by task_id) as ages`);
  return row?.ages ?? [];
}

test.each([["2 seconds"], ["1 hour"], ["-1 hour"]])("a lease of %s ago is renewed", async (ago) => {
  const ref = await held();
  await aged(ago);
  await renewLeases(db, runner.id, [ref]);
  for (const age of await ages()) expect(Math.abs(age)).toBeLessThan(60);
});

test("a fresh lease is left unchanged, without a write", async () => {
  const ref = await held();
  await db.transaction(async (tx) => {
    // Within one transaction the database's clock stands still.
    await tx.update(runners).set({ last_seen: sql`now()` });
    await tx.update(taskAttempts).set({ heartbeat_at: sql`now()` });
    const places = () => tx.execute(sql`select ctid from ${runners} union all select ctid from ${taskAttempts}`);
    const before = await places();
    await renewLeases(tx, runner.id, [ref]);
    expect(await places()).toEqual(before);
  });
});

test("only this runner's, and only of the attempts it names", async () => {
  const [ours, theirs] = [await held(), await held()];
  await aged("1 hour");
  await renewLeases(db, runner.id, [ours, { ...theirs, attempt: theirs.attempt + 1 }]);
  await renewLeases(db, runner.id + 1, [theirs]);
  const [own, first, second] = await ages();
  expect([own, first].every((age) => (age ?? Number.NaN) < 60)).toBe(true);
  expect(second).toBeGreaterThan(3000);
});

test("leases are locked in order, so that no deadlock is possible with what ends tasks", async () => {
  const template = await site.template({ allow_parallel_tasks: true });
  for (let n = 0; n < 2; n++) await site.start(template);
  const refs = [await runner.take(), await runner.take()].toSorted((a, b) => a.task_id - b.task_id);
  await aged("1 hour");
  let renewing: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    for (const { task_id } of refs) {
      await tx.select().from(taskAttempts).where(eq(taskAttempts.task_id, task_id)).for("update");
      renewing ??= renewLeases(db, runner.id, refs.toReversed());
      await expect.poll(() => waitingForLocks(db)).toBe(1);
    }
  });
  await renewing;
  for (const age of await ages()) expect(age).toBeLessThan(60);
});
