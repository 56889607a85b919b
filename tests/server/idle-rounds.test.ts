import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { schedules } from "@/db/schema/schedules";
import { workflowItems, workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { measure } from "@/lib/server/metrics/measure";
import { lookForDue } from "@/lib/server/scheduler";
import { reap } from "@/lib/task/queue/reap";
import { openUnblocked } from "@/lib/task/workflow/tick";
import { countSent, freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { world } from "../support/world";

const EARLIER = "2026-01-01T00:00:00Z";
const LATER = "2126-01-01T00:00:00Z";

const db = await freshDatabase();

/** What an idle web process does all the time, and the statements of a round in which nothing has to be done. */
const ROUNDS: [string, (db: Database) => Promise<unknown>, number][] = [
  ["schedules and workflows, each second", lookForDue, 1],
  ["workflows behind another run, each ten seconds", openUnblocked, 1],
  ["stuck tasks, each five seconds", reap, 1],
  ["metrics, at each scrape", measure, 1],
];

test.each(ROUNDS)("%s: without a transaction, by few statements", async (_name, round, most) => {
  await round(db);
  const { statements, transactions } = await countSent(db, () => round(db));
  expect(statements).toBeLessThanOrEqual(most);
  expect(transactions).toBe(0);
});

test("the look each second tells of a schedule and of a run whose time has come, and of no other", async () => {
  const w = await world(db);
  const ours = await resources(db, w.projectId);
  const template_id = await insertTemplateRow(db, w.projectId, ours);
  const timing = { name: "s", cron_format: "0 3 * * *", next_run_at: LATER };
  await db.insert(schedules).values({ project_id: w.projectId, template_id, ...timing });
  const task_id = await insertTask(db, w.projectId, template_id);
  await db.insert(workflowRuns).values({ task_id, graph: { nodes: [], edges: [] } });
  await db.insert(workflowNodes).values({ task_id, key: "pause", status: "waiting", until: LATER });
  expect(await lookForDue(db)).toMatchObject({ schedules: false, runs: false });

  await db.update(workflowNodes).set({ until: EARLIER });
  expect(await lookForDue(db)).toMatchObject({ schedules: false, runs: true });
  await db.update(schedules).set({ next_run_at: EARLIER });
  expect(await lookForDue(db)).toMatchObject({ schedules: true, runs: true });
  await db.update(schedules).set({ repository_id: ours.repositoryId });
  await db.update(workflowNodes).set({ status: "success" });
  expect(await lookForDue(db)).toMatchObject({ schedules: false, runs: false });

  await db.insert(workflowItems).values({ task_id, key: "pause", number: 0, until: EARLIER });
  expect(await lookForDue(db)).toMatchObject({ schedules: false, runs: true });
});
