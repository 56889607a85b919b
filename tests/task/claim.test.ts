import { setTimeout as sleep } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openDatabase } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { queueHeads, type Waiting } from "@/lib/queue/candidates";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { newProject } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let otherTemplate: number;

beforeAll(async () => {
  site = await taskSite(db);
  otherTemplate = await templateIn(site.w.otherProjectId);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.update(projects).set({ max_parallel_tasks: 0 });
});

async function templateIn(projectId: number, changes: object = {}): Promise<number> {
  return insertTemplateRow(db, projectId, await resources(db, projectId), { allow_parallel_tasks: true, ...changes });
}

const waiting = (projectId: number, templateId: number, changes: object = {}) =>
  insertTask(db, projectId, templateId, { status: "waiting", ...changes });

const offered = async (runner: HandRunner, free = 1, ms = 1000) =>
  (await runner.poll(free, [], AbortSignal.timeout(ms))).tasks.map(({ task_id }) => task_id);

/** Holds row locks in a separate session while `run` runs. */
async function whileLocked(statement: ReturnType<typeof sql>, run: () => Promise<void>): Promise<void> {
  const other = openDatabase(process.env.DATABASE_URL ?? inject("postgres").url, { max: 1 });
  try {
    await other.transaction(async (tx) => {
      await tx.execute(statement);
      await run();
    });
  } finally {
    await other.close();
  }
}

describe("a single task", () => {
  test("200 runners claim it at the same instant: exactly one begins", async () => {
    const template = await site.template();
    const all = await Promise.all(Array.from({ length: 200 }, () => HandRunner.start(db)));
    const task = await site.start(template);
    const offers = await Promise.all(all.map((runner) => runner.poll(1, [], AbortSignal.timeout(3000))));
    const begins = await Promise.allSettled(
      offers.flatMap(({ tasks: refs }, index) => refs.map((ref) => all[index]?.begin(ref))),
    );
    expect(begins.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await site.look(task)).toMatchObject({ status: "running" });
    expect(await db.execute(sql`select count(*)::int as n from task_attempts`)).toMatchObject([{ n: 1 }]);
  }, 30_000);
});

describe("turns", () => {
  test("projects take turns, however many tasks one of them has queued first", async () => {
    const ours = await templateIn(site.w.projectId);
    for (let n = 0; n < 6; n++) await waiting(site.w.projectId, ours);
    const late = [
      await waiting(site.w.otherProjectId, otherTemplate),
      await waiting(site.w.otherProjectId, otherTemplate),
    ];
    const runner = await HandRunner.start(db, { max: 1 });
    const served: number[] = [];
    for (let n = 0; n < 4; n++) {
      const [ref] = (await runner.poll()).tasks;
      if (!ref) throw new Error("nothing was offered");
      served.push(ref.task_id);
      await runner.begin(ref);
      await runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
    }
    expect(served.filter((id) => late.includes(id))).toEqual(late);
  });

  test("500 waiting tasks of one project do not starve the only one of another", async () => {
    const ours = await templateIn(site.w.projectId);
    await waiting(site.w.projectId, ours);
    await db.execute(sql`insert into tasks (project_id, template_id, status, snapshot)
      select project_id, template_id, status, snapshot from tasks, generate_series(2, 500)`);
    const only = await waiting(site.w.otherProjectId, otherTemplate);
    const runner = await HandRunner.start(db, { max: 1 });
    const served: number[] = [];
    for (let n = 0; n < 2; n++) {
      const ref = await runner.take();
      served.push(ref.task_id);
      await runner.finish(ref);
    }
    expect(served).toContain(only);
  });

  test("with several slots each project gets its share", async () => {
    const ours = await templateIn(site.w.projectId);
    for (let n = 0; n < 8; n++) await waiting(site.w.projectId, ours);
    for (let n = 0; n < 8; n++) await waiting(site.w.otherProjectId, otherTemplate);
    const runner = await HandRunner.start(db, { max: 4 });
    const claimed = await db
      .select({ project_id: tasks.project_id })
      .from(tasks)
      .where(inArray(tasks.id, await offered(runner, 4)));
    expect(claimed.filter(({ project_id }) => project_id === site.w.projectId)).toHaveLength(2);
    expect(claimed).toHaveLength(4);
  });

  test("projects that this runner can't serve are skipped, however many", async () => {
    for (let n = 0; n < 60; n++) {
      const project = await newProject(db, `blocked ${n}`, site.w.userIds.owner);
      const template = await templateIn(project, { runner_tag: "elsewhere" });
      await waiting(project, template);
      await db.execute(sql`update tasks set snapshot = jsonb_set(snapshot, '{template,runner_tag}', '"elsewhere"')`);
    }
    const task = await waiting(site.w.otherProjectId, otherTemplate);
    expect(await offered(await HandRunner.start(db))).toEqual([task]);
  });
});

describe("locks", () => {
  test("a locked project blocks no other, and gets its turn as soon as it is free", async () => {
    const ours = await templateIn(site.w.projectId);
    const held = await waiting(site.w.projectId, ours);
    const free = await waiting(site.w.otherProjectId, otherTemplate);
    const runner = await HandRunner.start(db);
    let later: Promise<number[]> | undefined;
    await whileLocked(sql`select 1 from projects where id = ${site.w.projectId} for update`, async () => {
      expect(await offered(runner, 5)).toEqual([free]);
      const other = await HandRunner.start(db);
      later = offered(other, 5, 3000);
      await sleep(200);
    });
    expect(await later).toEqual([held]);
  });

  test.each([1, 5])("a locked task is skipped, and other templates' tasks continue, with room for %i", async (room) => {
    const [first, second] = [await templateIn(site.w.projectId), await templateIn(site.w.projectId)];
    const held = await waiting(site.w.projectId, first);
    const free = await waiting(site.w.projectId, second);
    const runner = await HandRunner.start(db);
    await whileLocked(sql`select 1 from tasks where id = ${held} for update`, async () => {
      expect(await offered(runner, room)).toEqual([free]);
    });
  });

  test("concurrent claims in many projects don't deadlock", async () => {
    const templates = [await templateIn(site.w.projectId), otherTemplate];
    await db.update(projects).set({ max_parallel_tasks: 1 });
    for (const [index, project] of [site.w.projectId, site.w.otherProjectId].entries()) {
      for (let n = 0; n < 10; n++) await waiting(project, templates[index] ?? 0);
    }
    const all = await Promise.all(Array.from({ length: 8 }, () => HandRunner.start(db)));
    const runAll = all.map(async (runner) => {
      for (;;) {
        const [ref] = (await runner.poll(1, [], AbortSignal.timeout(500))).tasks;
        if (!ref) return;
        await runner.begin(ref);
        await runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
      }
    });
    await Promise.all(runAll);
    const left = await db.select().from(tasks).where(eq(tasks.status, "waiting"));
    expect(left).toEqual([]);
  }, 30_000);
});

test("a lost response is offered again, but never beyond the runner's capacity", async () => {
  const ours = await templateIn(site.w.projectId);
  for (let n = 0; n < 3; n++) await waiting(site.w.projectId, ours);
  const runner = await HandRunner.start(db);
  const all = await offered(runner, 3);
  expect(all).toHaveLength(3);
  expect(await offered(runner, 2)).toEqual(all.slice(0, 2));
});

test("the head of every template, oldest first, optionally for one project", async () => {
  const [first, second] = [await templateIn(site.w.projectId), await templateIn(site.w.projectId)];
  const heads = [await waiting(site.w.projectId, second), await waiting(site.w.otherProjectId, otherTemplate)];
  await waiting(site.w.projectId, second);
  heads.push(await waiting(site.w.projectId, first));
  await insertTask(db, site.w.projectId, first, { status: "running" });
  expect((await db.execute<Waiting>(queueHeads())).map(({ id }) => id)).toEqual(heads);
  expect((await db.execute<Waiting>(queueHeads(site.w.otherProjectId))).map(({ id }) => id)).toEqual([heads[1]]);
  expect(await db.execute(queueHeads(-1))).toEqual([]);
});
