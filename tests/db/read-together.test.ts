import { asc, eq, gt, sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { readTogether } from "@/db/read-together";
import { freshDatabase, statementsOf } from "../support/database";

const db = await freshDatabase();

const things = pgTable("things", {
  id: integer().notNull(),
  name: text(),
  flag: boolean(),
  json: jsonb().$type<object>(),
});
await db.execute(sql`create table things (id int, name text, flag boolean, json jsonb)`);
await db
  .insert(things)
  .values([
    { id: 3, name: 'say "yes", C:\\new \n 日本語', flag: true, json: { list: [1, null, "'"] } },
    { id: 1, name: "", flag: false, json: [] },
    { id: 2 },
  ]);

const reads = () => ({
  all: db.select().from(things).orderBy(asc(things.name)),
  later: db.select({ id: things.id, name: things.name }).from(things).where(gt(things.id, 1)).orderBy(asc(things.id)),
  none: db.select().from(things).where(eq(things.id, 4)),
});

test("several reads take one statement and give the rows that each gives on its own, in its order", async () => {
  const { all, later, none } = reads();
  const alone = { all: await all, later: await later, none: await none };
  let together: typeof alone | undefined;
  const sent = await statementsOf(db, async () => {
    together = await readTogether(db, reads());
  });
  expect(together).toEqual(alone);
  expect(sent).toHaveLength(1);
});
