import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { runAndUndo, transactionIf } from "@/db/savepoint";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
afterAll(() => db.close());
await db.execute(sql`create table marks (text text)`);
beforeEach(() => db.execute(sql`delete from marks`));

const mark = (text: string) => async (tx: Db) => {
  await tx.execute(sql`insert into marks values (${text})`);
  return text;
};

const marks = async (of: Db = db) => {
  const rows = await of.execute<{ text: string }>(sql`select text from marks`);
  return rows.map(({ text }) => text);
};

test("keeps what the body did if its result is good, and otherwise undoes it; either way returns the result", async () => {
  const isGood = (text: string) => text === "good";
  expect(await transactionIf(db, isGood, mark("bad"))).toBe("bad");
  expect(await marks()).toEqual([]);
  expect(await transactionIf(db, isGood, mark("good"))).toBe("good");
  expect(await marks()).toEqual(["good"]);
});

test("within a transaction, undoes only what the body did", async () => {
  await db.transaction(async (tx) => {
    await mark("before")(tx);
    expect(await runAndUndo(tx, mark("tried"))).toBe("tried");
    await mark("after")(tx);
  });
  expect(await marks()).toEqual(["before", "after"]);
});

test("one inside another undoes each its own", async () => {
  const seen = await runAndUndo(db, async (tx) => {
    await mark("outer")(tx);
    await runAndUndo(tx, mark("inner"));
    return marks(tx);
  });
  expect(seen).toEqual(["outer"]);
  expect(await marks()).toEqual([]);
});

test("passes an error of the body on", async () => {
  const failure = new Error("on purpose");
  await expect(runAndUndo(db, () => Promise.reject(failure))).rejects.toBe(failure);
});
