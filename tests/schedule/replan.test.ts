import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schedules } from "@/db/schema/schedules";
import { createSchedule } from "@/lib/schedule/operations";
import { replan } from "@/lib/schedule/replan";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

const DAY_MS = 86_400_000;
const AHEAD_MS = 40 * DAY_MS;

async function schedule(changes: object): Promise<number> {
  const template_id = await insertTemplateRow(db, w.projectId, ours);
  const body = { template_id, name: "s", timezone: "UTC", cron_format: "", active: true, ...changes };
  return (await w.call(createSchedule, "manager", { projectId: w.projectId }, body)).id;
}

async function nextOf(id: number): Promise<number> {
  const [row] = await db.select().from(schedules).where(eq(schedules.id, id));
  return Date.parse(row?.next_run_at ?? "");
}

const setNext = (id: number, at: number, changes: object = {}) =>
  db
    .update(schedules)
    .set({ next_run_at: new Date(at).toISOString(), ...changes })
    .where(eq(schedules.id, id));

/** As if the schedule had run last while the clock was ahead. */
async function setAhead(id: number): Promise<number> {
  const next = await nextOf(id);
  await setNext(id, next + AHEAD_MS);
  return next;
}

test("after a clock that was ahead, schedules run from now on again", async () => {
  const daily = await schedule({ cron_format: "0 0 * * *" });
  const hours = await schedule({ cron_format: "@every 36h" });
  const first = await setAhead(daily);
  const [before, step] = [await setAhead(hours), 36 * 3_600_000];
  await replan(db);
  expect(await nextOf(daily)).toBe(first);
  const next = await nextOf(hours);
  expect((before + AHEAD_MS - next) % step).toBe(0);
  expect(next).toBeLessThanOrEqual(Date.now() + step);
});

test("a next run that is right, or can't be known, stays", async () => {
  const right = await Promise.all([
    schedule({ cron_format: "0 0 29 2 *" }),
    schedule({ cron_format: "@every 500h" }),
    schedule({ run_at: new Date(Date.now() + AHEAD_MS).toISOString() }),
  ]);
  const unreadable = await schedule({ cron_format: "@daily" });
  await setNext(unreadable, Date.now() + AHEAD_MS, { cron_format: "nonsense" });
  const all = [...right, unreadable];
  const before = await Promise.all(all.map(nextOf));
  await replan(db);
  expect(await Promise.all(all.map(nextOf))).toEqual(before);
});

test("what is due already stays due", async () => {
  const id = await schedule({ cron_format: "@daily" });
  const due = Math.floor(Date.now() / 1000) * 1000 - DAY_MS;
  await setNext(id, due);
  await replan(db);
  expect(await nextOf(id)).toBe(due);
});
