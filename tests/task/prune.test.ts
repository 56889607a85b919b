import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openExplaining } from "@/bench/size/explain";
import { logChunks } from "@/db/schema/log-chunks";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createSchedule } from "@/lib/schedule/operations";
import { checkTask, readTask } from "@/lib/schedule/task-params";
import { startReaper } from "@/lib/server/reaper";
import { settings } from "@/lib/settings/settings";
import { pruneTasks, type Retention } from "@/lib/task/prune";
import { freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

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

const keep = (limits: Partial<Retention>): Retention => ({ perTemplate: 0, perProject: 0, ms: 0, ...limits });

/** Task rows and the matching counter. */
async function history(count: number, templateId = template, changes: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await insertTask(db, site.w.projectId, templateId, changes));
  await db
    .update(templates)
    .set({ tasks: sql`${templates.tasks} + ${count}`, last_task_id: ids.at(-1) })
    .where(eq(templates.id, templateId));
  return ids;
}

/** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
const waiting = () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

const left = async (templateId = template) =>
  (await db.select().from(tasks).where(eq(tasks.template_id, templateId)).orderBy(asc(tasks.id))).map(({ id }) => id);

test("keeps the newest of every template, and deletes the others with their logs", async () => {
  const other = await site.template();
  const [ours, theirs] = [await history(5), await history(2, other)];
  const chunk = { first_line: 0, line_count: 1, attempt: 1, time: "2026-01-01T00:00:00Z", offsets: [0], text: "x" };
  for (const task_id of ours) await db.insert(logChunks).values({ task_id, ...chunk });
  expect(await pruneTasks(db, keep({ perTemplate: 3 }))).toBe(false);
  expect(await left()).toEqual(ours.slice(2));
  expect(await left(other)).toEqual(theirs);
  expect((await db.select().from(logChunks)).map(({ task_id }) => task_id).sort()).toEqual(ours.slice(2));
});

test("0 keeps all", async () => {
  const ids = await history(4);
  expect(await pruneTasks(db, keep({}))).toBe(false);
  expect(await left()).toEqual(ids);
});

test("keeps unfinished tasks, however old", async () => {
  const [running] = await history(1, template, { status: "running" });
  const [waiting] = await history(1, template, { status: "waiting" });
  const finished = await history(3);
  await pruneTasks(db, keep({ perTemplate: 1 }));
  expect(await left()).toEqual([running, waiting, finished.at(-1)]);
});

test("keeps the build of a deploy until that is deleted, and the template its last task", async () => {
  const [build, newest] = await history(2);
  const deploys = await site.template();
  const [deploy] = await history(1, deploys, { build_task_id: build, incoming_version: "1.0.1" });
  await pruneTasks(db, keep({ perTemplate: 1 }));
  expect(await left()).toEqual([build, newest]);
  const [row] = await db
    .select()
    .from(tasks)
    .where(eq(tasks.id, deploy ?? 0));
  expect(row).toMatchObject({ build_task_id: build, incoming_version: "1.0.1" });
  const [later] = await history(1, deploys);
  await pruneTasks(db, keep({ perTemplate: 1 }));
  expect(await left(deploys)).toEqual([later]);
  await pruneTasks(db, keep({ perTemplate: 1 }));
  expect(await left()).toEqual([newest]);
  const [kept] = await db.select().from(templates).where(eq(templates.id, template));
  expect(kept?.last_task_id).toBe(newest);
});

test("looks at a build's own deploys only, however many others there are", async () => {
  const DAY = 86_400_000;
  const old = new Date(Date.now() - 2 * DAY).toISOString();
  const [, chosen] = await history(2, template, { created: old, end: old });
  const deploys = await site.template();
  const [deploy] = await history(1, deploys, { build_task_id: chosen });
  await db.execute(sql`
    insert into tasks (project_id, template_id, snapshot, status, "end")
    select project_id, ${deploys}, snapshot, 'success', now() from tasks, generate_series(1, 3000) where id = ${deploy}`);
  await db.update(tasks).set({ build_task_id: tasks.id }).where(sql`${tasks.id} > ${deploy}`);
  await db.execute(sql`analyze tasks`);
  const { db: explained, ranBy } = openExplaining(process.env.DATABASE_URL ?? "");
  const ran = await ranBy(() => pruneTasks(explained, keep({ ms: DAY })));
  await explained.close();
  expect(await left()).toEqual([chosen]);
  const looked = ran.flatMap(({ scans }) => scans).filter(({ relation }) => relation === "tasks");
  expect(looked.length).toBeGreaterThan(0);
  expect(Math.max(...looked.map(({ rows, discarded }) => rows + discarded))).toBeLessThan(20);
});

test("one that can't be deleted does not keep the others", async () => {
  const [stuck, , newest] = await history(3);
  await db.execute(
    sql.raw(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''damaged''; end';
    create trigger refuse before delete on tasks for each row when (old.id = ${stuck}) execute function refuse()`),
  );
  try {
    expect(await pruneTasks(db, keep({ perTemplate: 1 }))).toBe(false);
    expect(await left()).toEqual([stuck, newest]);
  } finally {
    await db.execute(sql`drop function refuse cascade`);
  }
});

test("works in small batches, and reports when there is more", async () => {
  const ids = await history(210);
  expect(await pruneTasks(db, keep({ perTemplate: 1 }))).toBe(true);
  expect((await left()).length).toBeGreaterThan(1);
  while (await pruneTasks(db, keep({ perTemplate: 1 })));
  expect(await left()).toEqual(ids.slice(-1));
});

test("keeps a project's newest, whatever their templates, independently of other projects", async () => {
  const other = await site.template();
  const mixed = [...(await history(2)), ...(await history(2, other)), ...(await history(1))];
  const elsewhere = await insertTemplateRow(db, site.w.otherProjectId, await resources(db, site.w.otherProjectId));
  const theirs = await insertTask(db, site.w.otherProjectId, elsewhere);
  expect(await pruneTasks(db, keep({ perProject: 2 }))).toBe(false);
  const kept = [...(await left(other)), ...(await left())].sort((a, b) => a - b);
  expect(kept).toEqual(mixed.slice(-2));
  expect(await left(elsewhere)).toEqual([theirs]);
});

describe("by age", () => {
  const DAY = 86_400_000;
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString();
  const from = (days: number) => ({ created: at(days), end: at(days) });

  test("deletes those that ended too long ago and keeps the others", async () => {
    const [old] = await history(1, template, from(31));
    const [slow] = await history(1, template, { created: at(31), end: at(29) });
    const [young] = await history(1, template, from(1));
    await pruneTasks(db, keep({ ms: 30 * DAY }));
    expect(await left()).toEqual([slow, young]);
    expect(old).toBeLessThan(slow ?? 0);
    await pruneTasks(db, keep({ ms: DAY / 2 }));
    expect(await left()).toEqual([]);
  });

  test("keeps unfinished tasks, however old", async () => {
    const waiting = await history(1, template, { created: at(90), status: "waiting" });
    const confirm = await history(1, template, { created: at(90), status: "waiting_confirmation" });
    await pruneTasks(db, keep({ ms: DAY }));
    expect(await left()).toEqual([...waiting, ...confirm]);
  });

  describe("a build", () => {
    let build: number;
    let deploy: number;
    beforeAll(async () => {
      build = await site.template({ type: "build", start_version: "1.0.0" });
      deploy = await site.template({ type: "deploy", build_template_id: build });
    });

    test("that the next deploy would use is kept, and so is the newest, whose version the next one increments", async () => {
      const ids = await history(3, build, from(9));
      ids.push(...(await history(2, build, { ...from(9), status: "error" })));
      await pruneTasks(db, keep({ ms: DAY }));
      expect(await left(build)).toEqual([ids[2], ids[4]]);
      await pruneTasks(db, keep({ perTemplate: 1, perProject: 1, ms: DAY }));
      expect(await left(build)).toEqual([ids[2], ids[4]]);
    });

    test("is not replaced by a later check of what it was deployed to", async () => {
      const production = await site.template({ type: "deploy", build_template_id: deploy });
      const ids = await history(2, deploy, from(9));
      ids.push(...(await history(2, deploy, { ...from(9), drift_check: true })));
      await pruneTasks(db, keep({ ms: DAY }));
      expect(await left(deploy)).toEqual([ids[1]]);
      await db.delete(templates).where(eq(templates.id, production));
    });

    test("that a deploy selects while others are being deleted is kept", async () => {
      const [first = 0, chosen = 0, , newest] = await history(4, build, from(9));
      const pruned = await db.transaction(async (tx) => {
        await tx.select().from(tasks).where(eq(tasks.id, first)).for("update");
        const pruning = pruneTasks(db, keep({ ms: DAY }));
        await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
        await insertTask(db, site.w.projectId, deploy, { status: "waiting", build_task_id: chosen });
        return { pruning };
      });
      await pruned.pruning;
      expect(await left(build)).toEqual([chosen, newest]);
    });

    const choice = (id: number) => ({ template_id: deploy, name: "Nightly", task_params: { build_task_id: id } });
    const schedule = (id: number) =>
      site.w.call(
        createSchedule,
        "owner",
        { projectId: site.w.projectId },
        { ...choice(id), cron_format: "0 3 * * *" },
      );

    test.each([
      ["a deploy", "build_task_id", (id: number) => site.start(deploy, { build_task_id: id })],
      ["a schedule", "task_params.build_task_id", schedule],
    ])(
      "that %s selects while it is being deleted is refused by the name of its field",
      async (_what, field, select) => {
        const [chosen = 0, newest] = await history(2, build, from(9));
        const line = { first_line: 0, line_count: 1, attempt: 1, time: at(9), offsets: [0], text: "x" };
        await db.insert(logChunks).values({ task_id: chosen, ...line });
        const { pruning, selecting } = await db.transaction(async (tx) => {
          // The deletion comes to the log after it has locked the build.
          await tx.select().from(logChunks).where(eq(logChunks.task_id, chosen)).for("update");
          const deletion = pruneTasks(db, keep({ ms: DAY }));
          await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
          const selection = refusal(select(chosen));
          await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(2);
          return { pruning: deletion, selecting: selection };
        });
        await pruning;
        expect(await selecting).toMatchObject({ status: 400, error: expect.stringMatching(new RegExp(`^${field}: `)) });
        expect(await left(build)).toEqual([newest]);
        expect(await left(deploy)).toEqual([]);
        expect(await db.$count(schedules)).toBe(0);
      },
    );

    test("that a schedule is just selecting is kept", async () => {
      const [chosen = 0, newest] = await history(2, build, from(9));
      const pruned = await db.transaction(async (tx) => {
        const place = { projectId: site.w.projectId, template_id: deploy };
        const planned = { ...place, mode: "run" as const, task_params: readTask({ build_task_id: chosen }) };
        const { task_params } = await checkTask(tx, site.w.projectId, planned, {});
        const pruning = pruneTasks(db, keep({ ms: DAY }));
        await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
        await tx.insert(schedules).values({ project_id: site.w.projectId, template_id: deploy, task_params });
        return { pruning };
      });
      await pruned.pruning;
      expect(await left(build)).toEqual([chosen, newest]);
      await db.delete(schedules);
    });

    test("selected by a deploy or a schedule is kept until that is gone", async () => {
      const [chosen = 0, scheduled = 0, , newest] = await history(4, build, from(9));
      await history(1, deploy, { status: "running", build_task_id: chosen });
      const place = { project_id: site.w.projectId, template_id: deploy };
      await db.insert(schedules).values({ ...place, task_params: { build_task_id: scheduled } });
      await pruneTasks(db, keep({ ms: DAY }));
      expect(await left(build)).toEqual([chosen, scheduled, newest]);
      await db
        .update(tasks)
        .set({ status: "success", ...from(0) })
        .where(eq(tasks.template_id, deploy));
      await db.delete(schedules);
      await pruneTasks(db, keep({ ms: DAY }));
      expect(await left(build)).toEqual([chosen, newest]);
      await db.delete(tasks).where(eq(tasks.template_id, deploy));
      await pruneTasks(db, keep({ ms: DAY }));
      expect(await left(build)).toEqual([newest]);
    });
  });
});

test("the server prunes periodically, as configured", async () => {
  const ids = await history(3);
  const { retention } = settings();
  settings().retention = keep({ perTemplate: 2 });
  const reaper = startReaper();
  await expect.poll(() => left(), { timeout: 60_000 }).toEqual(ids.slice(1));
  reaper.stop();
  settings().retention = retention;
});
