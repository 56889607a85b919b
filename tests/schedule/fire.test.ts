import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { listLastEvents } from "@/lib/event/operations";
import { fireDue } from "@/lib/schedule/fire";
import {
  createSchedule,
  deleteSchedule,
  listFires,
  setScheduleActive,
  updateSchedule,
} from "@/lib/schedule/operations";
import { freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { type World, world } from "../support/world";
import { threePools } from "./pools";

const db = await freshDatabase();
const nodes = threePools();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});
beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
});

const NOON = "2026-05-01T12:00:00Z";
const noon = (seconds = 0) => new Date(Date.parse(NOON) + seconds * 1000);

const here = () => ({ projectId: w.projectId });
const template = (values = {}) => insertTemplateRow(db, w.projectId, ours, values);
const body = (template_id: number, changes: object = {}) => ({
  template_id,
  cron_format: "*/10 * * * *",
  timezone: "UTC",
  active: true,
  ...changes,
});

/** A schedule that is due at noon. */
async function due(template_id: number, changes: object = {}): Promise<number> {
  const { id } = await w.call(createSchedule, "manager", here(), body(template_id, changes));
  await db.update(schedules).set({ next_run_at: NOON }).where(eq(schedules.id, id));
  return id;
}

const tasksOf = (scheduleId: number) => db.select().from(tasks).where(eq(tasks.schedule_id, scheduleId));
const history = (scheduleId: number) => w.call(listFires, "guest", { ...here(), scheduleId }, {});
const nextOf = async (scheduleId: number) =>
  (await db.select().from(schedules).where(eq(schedules.id, scheduleId)))[0]?.next_run_at;

describe("a due schedule", () => {
  test("starts one task with its parameters, records it, and continues from the due time", async () => {
    const environment = '{"city":"Rome"}';
    const id = await due(await template(), { task_params: { environment, message: "by night", git_branch: "web" } });
    expect(await fireDue(db, noon(-1))).toBe(0);
    expect(await fireDue(db, noon(3))).toBe(1);
    const [task, ...more] = await tasksOf(id);
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      status: "waiting",
      user_id: null,
      message: "by night",
      git_branch: "web",
      environment,
    });
    expect(await history(id)).toMatchObject([{ outcome: "started", reason: null, task_id: task?.id }]);
    expect(await nextOf(id)).toBe("2026-05-01T12:10:00Z");
    expect(await fireDue(db, noon(3))).toBe(0);
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts).toContain(`Task ID ${task?.id} queued for running`);
  });

  test("passes its secret answers to the task", async () => {
    const id = await due(await template(), { task_params: { secret: '{"token":"hidden"}' } });
    await fireDue(db, noon());
    const [task] = await tasksOf(id);
    expect(task?.secret).toMatch(/^s1\./);
    expect(JSON.stringify(task)).not.toContain("hidden");
  });

  test("with a single run time runs once and is over", async () => {
    const id = await due(await template(), { cron_format: "", run_at: "2999-01-01T00:00:00Z" });
    await db.update(schedules).set({ run_at: NOON }).where(eq(schedules.id, id));
    await fireDue(db, noon());
    expect(await tasksOf(id)).toHaveLength(1);
    const [row] = await db.select().from(schedules).where(eq(schedules.id, id));
    expect(row).toMatchObject({ active: false, next_run_at: null });
  });

  test("is ignored if it is disabled or a commit check", async () => {
    const off = await due(await template());
    await db.update(schedules).set({ active: false }).where(eq(schedules.id, off));
    const check = await due(await template());
    await db.update(schedules).set({ repository_id: ours.repositoryId }).where(eq(schedules.id, check));
    expect(await fireDue(db, noon())).toBe(0);
  });

  test("uses the database's clock by default", async () => {
    const id = await due(await template(), { cron_format: "@every 1h" });
    await db.update(schedules).set({ next_run_at: new Date().toISOString() }).where(eq(schedules.id, id));
    await fireDue(db);
    expect(await tasksOf(id)).toHaveLength(1);
  });
});

describe("several web nodes", () => {
  test("start exactly one task for each due time", async () => {
    const template_id = await template();
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push(await due(template_id));
    const counts = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => fireDue(node, noon(1))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    const started = await db.select().from(tasks).where(inArray(tasks.schedule_id, ids));
    expect(started.map(({ schedule_id }) => schedule_id).sort()).toEqual([...ids].sort());
    const fires = await db.select().from(scheduleFires).where(eq(scheduleFires.outcome, "started"));
    expect(new Set(fires.map(({ task_id }) => task_id)).size).toBe(40);
  });

  test("start nothing for a recorded time, even if the schedule is set back to it", async () => {
    const id = await due(await template());
    await fireDue(db, noon());
    await db.update(schedules).set({ next_run_at: NOON }).where(eq(schedules.id, id));
    await Promise.all(nodes.map((node) => fireDue(node, noon(2))));
    expect(await tasksOf(id)).toHaveLength(1);
    expect(await nextOf(id)).toBe("2026-05-01T12:10:00Z");
  });

  test.each([
    [
      "edited",
      (id: number, t: number) =>
        w.call(updateSchedule, "owner", { ...here(), scheduleId: id }, body(t, { cron_format: "@daily" })),
    ],
    [
      "switched off",
      (id: number) => w.call(setScheduleActive, "owner", { ...here(), scheduleId: id }, { active: false }),
    ],
    ["deleted", (id: number) => w.call(deleteSchedule, "owner", { ...here(), scheduleId: id })],
  ] as const)("start at most one task for a schedule that is %s in the second it is due", async (_what, change) => {
    const template_id = await template();
    for (let round = 0; round < 8; round++) {
      const id = await due(template_id);
      const race = nodes.map((node) => fireDue(node, noon()));
      await Promise.all([...race.slice(0, round % 3), change(id, template_id), ...race.slice(round % 3)]);
      await fireDue(db, noon(1));
      expect((await tasksOf(id)).length).toBeLessThanOrEqual(1);
    }
  });
});

describe("a late schedule", () => {
  test("runs once within five minutes; the earlier times are missed", async () => {
    const id = await due(await template(), { cron_format: "* * * * *" });
    await fireDue(db, noon(200));
    expect(await tasksOf(id)).toHaveLength(1);
    expect(await history(id)).toMatchObject([
      { due_at: "2026-05-01T12:03:00Z", outcome: "started" },
      { due_at: NOON, until: "2026-05-01T12:03:00Z", outcome: "missed", reason: "superseded" },
    ]);
  });

  test("is recorded as missed after that", async () => {
    const id = await due(await template(), { cron_format: "0 12 * * *" });
    await fireDue(db, noon(3 * 3600));
    expect(await tasksOf(id)).toEqual([]);
    expect(await history(id)).toMatchObject([{ due_at: NOON, outcome: "missed", reason: "late", task_id: null }]);
    expect(await nextOf(id)).toBe("2026-05-02T12:00:00Z");
  });

  test("that nothing replaces is in the activity feed; one that runs late is not", async () => {
    const lost = await due(await template(), { cron_format: "0 12 * * *" });
    const late = await due(await template(), { cron_format: "* * * * *" });
    await fireDue(db, noon(3 * 3600));
    const told = (await w.call(listLastEvents, "owner", here())).map(({ description }) => description);
    expect(told).toContain(`Schedule ID ${lost} missed its run of ${NOON}: it was too late`);
    expect(told.filter((text) => text.startsWith(`Schedule ID ${late} missed`))).toEqual([]);
  });
});

test("a schedule that checks starts a task that looks for drift", async () => {
  const id = await due(await template({ app: "terraform", playbook: "" }), { mode: "check" });
  await fireDue(db, noon());
  expect(await tasksOf(id)).toMatchObject([{ drift_check: true, params: {} }]);
});

describe("overlap", () => {
  test("queue: the next run waits for the previous one", async () => {
    const id = await due(await template());
    await fireDue(db, noon());
    await fireDue(db, noon(600));
    expect(await tasksOf(id)).toHaveLength(2);
  });

  test("queue: no more than 200 runs of a schedule wait, and what others queue does not count, nor what a run starts", async () => {
    const template_id = await template();
    const id = await due(template_id, { cron_format: "@every 1s" });
    const other = await due(template_id);
    const wait = async (count: number, values: object) => {
      for (let n = 0; n < count; n++) await insertTask(db, w.projectId, template_id, values);
    };
    await wait(199, { status: "waiting", schedule_id: id });
    await wait(1, { status: "waiting" });
    const run = await insertTask(db, w.projectId, template_id, { status: "running" });
    await wait(1, { status: "waiting", schedule_id: id, parent_task_id: run });
    await fireDue(db, noon());
    await fireDue(db, noon(1));
    expect(await tasksOf(id)).toHaveLength(201);
    expect(await tasksOf(other)).toHaveLength(1);
    const detail = "template_id: Too many tasks of this template are waiting. Try again later.";
    expect(await history(id)).toMatchObject([{ outcome: "failed", reason: "refused", detail }, { outcome: "started" }]);
  });

  test("skip: nothing starts while a task of the template waits or runs", async () => {
    const template_id = await template();
    const running = await insertTask(db, w.projectId, template_id, { status: "running" });
    const id = await due(template_id, { overlap: "skip" });
    await fireDue(db, noon());
    expect(await tasksOf(id)).toEqual([]);
    expect(await history(id)).toMatchObject([{ outcome: "skipped", reason: "template_busy", detail: `#${running}` }]);
    await db.update(tasks).set({ status: "success" }).where(eq(tasks.id, running));
    await fireDue(db, noon(600));
    expect(await tasksOf(id)).toHaveLength(1);
  });
});

describe("an invalid schedule", () => {
  test("is disabled with an event, and the others continue", async () => {
    const template_id = await template();
    const poisoned: number[] = [];
    for (const values of [{ cron_format: "nonsense" }, { timezone: "Mars/Base" }]) {
      const id = await due(template_id);
      await db.update(schedules).set(values).where(eq(schedules.id, id));
      poisoned.push(id);
    }
    const healthy = await due(template_id);
    await fireDue(db, noon());
    expect(await tasksOf(healthy)).toHaveLength(1);
    for (const id of poisoned) {
      const [row] = await db.select().from(schedules).where(eq(schedules.id, id));
      expect(row).toMatchObject({ active: false, next_run_at: null });
      expect(await history(id)).toMatchObject([{ outcome: "failed", reason: "broken" }]);
    }
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts).toContain(`Schedule ID ${poisoned[0]} disabled: its timing is invalid`);
    expect(await fireDue(db, noon(1))).toBe(0);
  });

  test("that can't be decrypted or has invalid parameters fails each time, and stays enabled", async () => {
    const template_id = await template();
    const id = await due(template_id, { task_params: { secret: '{"token":"x"}' } });
    const other = await due(template_id, { task_params: { secret: '{"token":"x"}' } });
    const [row] = await db.select().from(schedules).where(eq(schedules.id, other));
    await db
      .update(schedules)
      .set({ task_secret: row?.task_secret ?? null })
      .where(eq(schedules.id, id));
    const odd = await due(template_id);
    await db
      .update(schedules)
      .set({ task_params: { limit: 7 } })
      .where(eq(schedules.id, odd));
    await fireDue(db, noon());
    expect(await history(id)).toMatchObject([{ outcome: "failed", reason: "broken" }]);
    expect(await history(odd)).toMatchObject([{ outcome: "failed", reason: "broken" }]);
    expect(await tasksOf(other)).toHaveLength(1);
    expect(await nextOf(id)).toBe("2026-05-01T12:10:00Z");
  });

  test("without a variable that its template now requires names it", async () => {
    const template_id = await template();
    const id = await due(template_id);
    const needed = { name: "city", title: "City", required: true, type: "" as const, description: "", values: null };
    await db
      .update(templates)
      .set({ survey_vars: [needed] })
      .where(eq(templates.id, template_id));
    await fireDue(db, noon());
    expect(await history(id)).toMatchObject([
      { outcome: "failed", reason: "refused", detail: "environment.city: This variable is required" },
    ]);
  });
});

test("only the newest 500 runs are kept", async () => {
  const id = await due(await template());
  const old = Array.from({ length: 600 }, (_, index) => ({
    schedule_id: id,
    due_at: noon(-60 * (index + 1)).toISOString(),
    outcome: "started" as const,
  }));
  await db.insert(scheduleFires).values(old);
  await fireDue(db, noon());
  const kept = await db
    .select()
    .from(scheduleFires)
    .where(and(eq(scheduleFires.schedule_id, id)));
  expect(kept).toHaveLength(500);
});
