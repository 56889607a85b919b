import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { logChunks, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { pruneTasks } from "@/lib/task/history/prune";
import { freshDatabase } from "../support/database";
import { insertTask } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
let template: number;
beforeAll(async () => {
  site = await taskSite(db);
  template = await site.template();
});
beforeEach(async () => {
  await db.delete(tasks);
});

/** Task rows and the counter that goes with them. */
async function history(count: number, templateId = template, changes: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await insertTask(db, site.w.projectId, templateId, changes));
  await db
    .update(templates)
    .set({ tasks: sql`${templates.tasks} + ${count}`, last_task_id: ids.at(-1) })
    .where(eq(templates.id, templateId));
  return ids;
}

const left = async (templateId = template) =>
  (await db.select().from(tasks).where(eq(tasks.template_id, templateId)).orderBy(asc(tasks.id))).map(({ id }) => id);

test("the newest stay, of every template, and their logs go with the others", async () => {
  const other = await site.template();
  const [ours, theirs] = [await history(5), await history(2, other)];
  const chunk = { first_line: 0, line_count: 1, attempt: 1, time: "2026-01-01T00:00:00Z", offsets: [0], text: "x" };
  for (const task_id of ours) await db.insert(logChunks).values({ task_id, ...chunk });
  expect(await pruneTasks(db, 3)).toBe(false);
  expect(await left()).toEqual(ours.slice(2));
  expect(await left(other)).toEqual(theirs);
  expect((await db.select().from(logChunks)).map(({ task_id }) => task_id).sort()).toEqual(ours.slice(2));
});

test("0 keeps all", async () => {
  const ids = await history(4);
  expect(await pruneTasks(db, 0)).toBe(false);
  expect(await left()).toEqual(ids);
});

test("what still waits or runs stays, however old", async () => {
  const [running] = await history(1, template, { status: "running" });
  const [waiting] = await history(1, template, { status: "waiting" });
  const finished = await history(3);
  await pruneTasks(db, 1);
  expect(await left()).toEqual([running, waiting, finished.at(-1)]);
});

test("a deploy keeps its row when its build goes, and the template keeps its last task", async () => {
  const [build, newest] = await history(2);
  const deploys = await site.template();
  const [deploy] = await history(1, deploys, { build_task_id: build, incoming_version: "1.0.1" });
  await pruneTasks(db, 1);
  expect(await left()).toEqual([newest]);
  const [row] = await db
    .select()
    .from(tasks)
    .where(eq(tasks.id, deploy ?? 0));
  expect(row).toMatchObject({ build_task_id: null, incoming_version: "1.0.1" });
  const [kept] = await db.select().from(templates).where(eq(templates.id, template));
  expect(kept?.last_task_id).toBe(newest);
});

test("in small batches, and says when there is more", async () => {
  const ids = await history(60);
  expect(await pruneTasks(db, 1)).toBe(true);
  expect((await left()).length).toBeGreaterThan(1);
  while (await pruneTasks(db, 1));
  expect(await left()).toEqual(ids.slice(-1));
});
