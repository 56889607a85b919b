import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { listNotifications } from "@/lib/notification/operations";
import { fireDue } from "@/lib/schedule/fire";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { type World, world } from "../support/world";

/** Alerts about scheduled runs that started no task. */
const db = await freshDatabase();
Object.assign(process.env, {
  SIGNALBOX_EMAIL_HOST: "mail.example.com",
  SIGNALBOX_EMAIL_SENDER: "box@example.com",
  SIGNALBOX_SLACK_URL: "https://hooks.example.com/secret",
});
let w: World;
let ours: Resources;
let template: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  template = await insertTemplateRow(db, w.projectId, ours, { name: "Deploy web" });
  await db.update(users).set({ alert: true }).where(eq(users.username, "guest"));
});
beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
  await db.delete(outbox);
  await db.update(projects).set({ alert: true });
});

const NOON = "2026-05-01T12:00:00Z";
const noon = (seconds = 0) => new Date(Date.parse(NOON) + seconds * 1000);
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A schedule that is due at noon. */
async function due(cron_format: string, values: Partial<typeof schedules.$inferInsert> = {}): Promise<number> {
  const row = { project_id: w.projectId, template_id: template, name: "nightly", timezone: "UTC", next_run_at: NOON };
  const [schedule] = await db
    .insert(schedules)
    .values({ ...row, cron_format, ...values })
    .returning();
  return schedule?.id ?? 0;
}

/** Its task is refused: it cannot be read. */
const REFUSED = { task_params: { limit: 7 } };

const sent = () => db.select().from(outbox).orderBy(outbox.id);
const slack = async () => (await sent()).filter(({ channel }) => channel === "slack");

test("a run that is missed is told over every channel, like a failed task", async () => {
  const id = await due("0 12 * * *");
  await fireDue(db, noon(3 * HOUR));
  const rows = await sent();
  expect(rows.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ["email", "guest@example.com"],
    ["slack", ""],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ project_id: w.projectId, task_id: null });
    expect(row.payload).toEqual({
      project: { id: w.projectId, name: "Ours" },
      template: { id: template, name: "Deploy web" },
      task: null,
      schedule: { id, name: "nightly", outcome: "missed", due: "2026-05-01T12:00:00.000Z", detail: "" },
    });
  }
  expect(await w.call(listNotifications, "admin", {}, {})).toMatchObject([
    { task_id: null, status: null, template_name: "Deploy web", schedule: { id, name: "nightly", outcome: "missed" } },
    { channel: "email" },
  ]);
});

test("one that a later run makes up for, or that starts its task, is not", async () => {
  await due("* * * * *");
  await due("0 12 * * *");
  await fireDue(db, noon(200));
  expect(await sent()).toEqual([]);
});

test("a run whose task is refused is told, and so is a schedule that is disabled", async () => {
  const refused = await due("0 12 * * *", REFUSED);
  const broken = await due("nonsense");
  await fireDue(db, noon());
  const told = (await slack()).flatMap(({ payload }) => (payload?.task === null ? payload.schedule : []));
  expect(told.map(({ id, outcome }) => [id, outcome]).sort()).toEqual([
    [refused, "failed"],
    [broken, "failed"],
  ]);
  expect(told.find(({ id }) => id === broken)?.detail).toBe("nonsense");
});

describe("a schedule that keeps failing", () => {
  test("is told once, not every minute, and again after it has worked", async () => {
    const id = await due("* * * * *", REFUSED);
    for (let minute = 0; minute < 5; minute++) await fireDue(db, noon(minute * 60));
    expect(await slack()).toHaveLength(1);
    await db.update(schedules).set({ task_params: {} }).where(eq(schedules.id, id));
    await fireDue(db, noon(5 * 60));
    await db.update(schedules).set(REFUSED).where(eq(schedules.id, id));
    await fireDue(db, noon(6 * 60));
    expect(await slack()).toHaveLength(2);
  });

  test("every day is told every day", async () => {
    await due("0 12 * * *", REFUSED);
    for (let day = 0; day < 3; day++) await fireDue(db, noon(day * DAY));
    expect(await slack()).toHaveLength(3);
  });
});

test("a project without alerts sends none", async () => {
  await db.update(projects).set({ alert: false });
  await due("0 12 * * *");
  await fireDue(db, noon(3 * HOUR));
  expect(await sent()).toEqual([]);
});
