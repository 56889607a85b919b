import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/matrix/route";
import type { TaskEvent } from "@/lib/protocol/events";
import { freshDatabase } from "../../support/database";
import { eventsBody, host, result, step } from "../../support/events";
import { HandRunner } from "../../support/hand-runner";
import { send } from "../../support/http";
import { taskSite } from "../../support/task-site";

const HOSTS = 50;
const STEPS = 40;

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db, { capabilities: ["events"] });

const numbered = <Of>(count: number, make: (n: number) => Of): Of[] => Array.from({ length: count }, (_, n) => make(n));

/** A whole run, in the pieces that a runner sends. */
async function runOf(hosts: number, steps: number): Promise<{ taskId: number; sent: number }> {
  await site.start(await site.template());
  const ref = await runner.take();
  const all: TaskEvent[] = [
    ...numbered(hosts, (n) => host(n)),
    ...numbered(steps, (n) => [step(n), ...numbered(hosts, (on) => result(n, on))]).flat(),
  ];
  let sent = 0;
  for (let first = 0; first < all.length; first += 400) {
    const body = eventsBody(ref.attempt, first, all.slice(first, first + 400));
    sent += body.length;
    await runner.events(ref, body);
  }
  await runner.finish(ref);
  return { taskId: ref.task_id, sent };
}

async function storedBytes(taskId: number): Promise<number> {
  const [row] = await db.execute(sql`
    select (select coalesce(sum(pg_column_size(c.*)), 0) from task_event_chunks c where task_id = ${taskId})
      + (select coalesce(sum(pg_column_size(s.*)), 0) from task_steps s where task_id = ${taskId})
      + (select coalesce(sum(pg_column_size(h.*)), 0) from task_hosts h where task_id = ${taskId}) as bytes`);
  return Number(row?.bytes);
}

test("a result takes few bytes: 90 from the runner, 20 in Postgres, and one in the matrix", async () => {
  const { taskId, sent } = await runOf(HOSTS, STEPS);
  const results = HOSTS * STEPS;
  expect(sent).toBeLessThan(90 * results);
  expect(await storedBytes(taskId)).toBeLessThan(20 * results);
  const { text } = await send(site.w, GET, { as: "guest", params: { projectId: site.w.projectId, taskId } });
  expect(text.length).toBeGreaterThan(results);
  expect(text.length).toBeLessThan(results + 60 * HOSTS + 200 * STEPS + 200);
});
