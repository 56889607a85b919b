import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { pruneEvents } from "@/lib/event/prune";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
const DAY = 86_400_000;

const add = (count: number, days: number) =>
  db.insert(events).values(
    Array.from({ length: count }, () => ({
      object_type: "server",
      description: `${days} days old`,
      created: sql`now() - make_interval(days => ${days})`,
    })),
  );

beforeEach(async () => {
  await db.delete(events);
});

it("deletes only events older than the limit", async () => {
  await add(3, 40);
  await add(2, 20);
  expect(await pruneEvents(db, 30 * DAY)).toBe(false);
  expect((await db.select().from(events)).map(({ description }) => description)).toEqual([
    "20 days old",
    "20 days old",
  ]);
});

it("works in batches, and reports when there is more", async () => {
  await add(1500, 40);
  expect(await pruneEvents(db, 30 * DAY)).toBe(true);
  expect(await db.$count(events)).toBe(500);
  expect(await pruneEvents(db, 30 * DAY)).toBe(false);
  expect(await db.$count(events)).toBe(0);
});

it("keeps all without a limit", async () => {
  await add(2, 4000);
  expect(await pruneEvents(db, 0)).toBe(false);
  expect(await db.$count(events)).toBe(2);
});
