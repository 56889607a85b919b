import { beforeAll, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { getSystem } from "@/lib/system/operations";
import { StoredKind } from "@/lib/system/schema";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});

const status = () => site.w.call(getSystem, "admin", {});

test("only administrators see it", async () => {
  await expect(site.w.call(getSystem, "owner", {})).rejects.toThrow();
});

test("sizes add up to the database", async () => {
  const { database, stored } = await status();
  expect(stored.map(({ kind }) => kind).sort()).toEqual([...StoredKind.options].sort());
  expect(stored.every(({ bytes }) => bytes > 0)).toBe(true);
  const bytes = stored.map((each) => each.bytes);
  expect(bytes).toEqual(bytes.toSorted((a, b) => b - a));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(database.bytes);
});

test("counts tasks and runners, and names the task that waits longest", async () => {
  const before = (await status()).counts;
  expect((await status()).oldest_waiting).toBeNull();
  const template = await site.template({ name: "Slow", allow_parallel_tasks: true });
  const first = await site.start(template);
  await site.start(template);
  await db.insert(runners).values({ name: "silent", token_hash: "x" });
  const waiting = await status();
  expect(waiting.counts).toMatchObject({
    tasks: before.tasks + 2,
    waiting: 2,
    running: 0,
    runners: before.runners + 1,
  });
  expect(waiting.counts.runners_online).toBe(before.runners_online);
  expect(waiting.oldest_waiting).toMatchObject({
    task_id: first,
    project_id: site.w.projectId,
    template_name: "Slow",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  const runner = await HandRunner.start(db);
  await runner.take();
  const running = await status();
  expect(running.counts).toMatchObject({ waiting: 1, running: 1, runners_online: before.runners_online + 1 });
});

test("names the settings that limit what is kept", async () => {
  const { retention } = await status();
  expect(retention.map(({ setting, limit }) => [setting, limit])).toContainEqual(["SIGNALBOX_TASK_RETENTION", 0]);
});
