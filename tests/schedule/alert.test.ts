import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onlyRow } from "@/db/only-row";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { listNotifications } from "@/lib/notification/operations";
import { alertOfUnstarted } from "@/lib/schedule/alert";
import { fireDue } from "@/lib/schedule/fire";
import { type Outcome, recordCheck } from "@/lib/schedule/history";
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
/** The schedules that the alerts of one channel name, and the instants. */
const alerted = async () =>
  (await slack()).flatMap(({ payload }) => (payload && "schedule" in payload ? payload.schedule : []));
const instants = async () => (await alerted()).map(({ due }) => due);

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
      schedule: {
        id,
        name: "nightly",
        outcome: "missed",
        due: "2026-05-01T12:00:00.000Z",
        detail: "",
        commit_check: false,
      },
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
  const named = await alerted();
  expect(named.map(({ id, outcome }) => [id, outcome]).sort()).toEqual([
    [refused, "failed"],
    [broken, "failed"],
  ]);
  expect(named.find(({ id }) => id === broken)?.detail).toBe("nonsense");
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

  test("every hour is told once a day", async () => {
    await due("0 * * * *", REFUSED);
    for (let hour = 0; hour < 60; hour++) await fireDue(db, noon(hour * HOUR));
    expect(await instants()).toEqual([
      "2026-05-01T12:00:00.000Z",
      "2026-05-02T00:00:00.000Z",
      "2026-05-03T00:00:00.000Z",
    ]);
  });

  test("is told after days without a server, and once on that day", async () => {
    await due("0 * * * *", REFUSED);
    await fireDue(db, noon());
    for (let hour = 0; hour < 3; hour++) await fireDue(db, noon(2 * DAY + (hour + 0.5) * HOUR));
    expect(await instants()).toEqual(["2026-05-01T12:00:00.000Z", "2026-05-01T13:00:00.000Z"]);
  });
});

describe("a commit check that fails", () => {
  let id: number;
  beforeEach(async () => {
    id = await due("*/10 * * * *", { repository_id: ours.repositoryId, next_run_at: noon(DAY).toISOString() });
  });

  async function alertOf(seconds: number, failure: Outcome): Promise<void> {
    const schedule = onlyRow(await db.select().from(schedules).where(eq(schedules.id, id)));
    await alertOfUnstarted(db, [{ schedule, due: noon(seconds).getTime(), ...failure }]);
  }
  /** As finishCheck does it. */
  async function fail(seconds: number, detail = "the key was refused"): Promise<void> {
    const failure = { outcome: "failed", reason: "check_failed", detail } as const;
    await alertOf(seconds, failure);
    await recordCheck(db, id, noon(seconds).getTime(), failure);
  }
  const work = (seconds: number) => recordCheck(db, id, noon(seconds).getTime(), { outcome: "unchanged" });

  test("is told at the second failure in a row, then once a day", async () => {
    for (let hour = 0; hour < 60; hour++) await fail(hour * HOUR);
    expect(await instants()).toEqual([
      "2026-05-01T13:00:00.000Z",
      "2026-05-02T00:00:00.000Z",
      "2026-05-03T00:00:00.000Z",
    ]);
  });

  test("is told as often if every failure has another reason", async () => {
    for (let hour = 0; hour < 15; hour++) await fail(hour * HOUR, `timed out after ${hour} ms`);
    expect(await instants()).toEqual(["2026-05-01T13:00:00.000Z", "2026-05-02T00:00:00.000Z"]);
  });

  test("once in a while is not told", async () => {
    for (let hour = 0; hour < 10; hour += 2) {
      await fail(hour * HOUR);
      await work((hour + 1) * HOUR);
    }
    expect(await instants()).toEqual([]);
  });

  test("once, without an alert, does not stop that about a refused task", async () => {
    await fail(0);
    await alertOf(600, { outcome: "failed", reason: "refused" });
    expect(await slack()).toMatchObject([{ payload: { schedule: { id, commit_check: true } } }]);
  });
});

test("a project without alerts sends none", async () => {
  await db.update(projects).set({ alert: false });
  await due("0 12 * * *");
  await fireDue(db, noon(3 * HOUR));
  expect(await sent()).toEqual([]);
});
