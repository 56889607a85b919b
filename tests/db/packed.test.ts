import { asc, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import { alias, boolean, integer, jsonb, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { id, instant } from "@/db/columns";
import { columnsNamed, packed, packedIf } from "@/db/packed";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();

const things = pgTable("things", {
  id: id(),
  first: text(),
  flag: boolean(),
  number: integer(),
  // Drizzle reads JSON that is a text twice, so there are none.
  json: jsonb().$type<object | number>(),
  time: instant(),
  last: text(),
});
await db.execute(sql`create table things (id int generated always as identity, first text, flag boolean, number int,
  json jsonb, time timestamptz, last text)`);

/** What Postgres quotes, doubles or leaves out in the text of a row. */
const TEXTS = [
  ...["", " ", ",", "(", ")", "()", '"', '""', '"""', "\\", "\\\\", '\\"', '"\\', ',"', '",', '",,"', "'", "null"],
  ...[
    "NULL",
    "a,b",
    'say "yes"',
    "C:\\new\\",
    "line\nline",
    "\t",
    "\r\n",
    "\u00a0",
    "\u2028",
    "é",
    "日本語",
    "😀",
    "\u001f",
  ],
  ...['{"a":"b"}', "(1,2)", "x".repeat(5000), '"'.repeat(501), "\\".repeat(501)],
];
type Thing = typeof things.$inferInsert;

const random = (bound: number) => Math.floor(Math.random() * bound);
const randomText = () => Array.from({ length: random(12) }, () => 'a",\\() \n'[random(8)]).join("");

const some: Thing[] = [
  {},
  ...TEXTS.map((value) => ({ first: value, last: value, json: { [value]: [value, null] } })),
  ...TEXTS.map((value) => ({ last: value, number: -1, flag: false, json: [value] })),
  { number: 0, flag: true, json: [], time: "2026-11-20 06:04:15.77+00" },
  { number: 2147483647, flag: false, json: {}, time: "2026-11-20T06:04:15+05:30" },
  { number: -2147483648, time: "1999-12-31 23:59:59.999999+00", json: 1.5 },
  ...Array.from({ length: 300 }, () => ({ first: randomText(), last: randomText(), json: [randomText()] })),
];
for (const thing of some) await db.insert(things).values(thing);

test("a packed row has the values that its columns have on their own", async () => {
  const columns = getTableColumns(things);
  const expected = await db.select(columns).from(things).orderBy(asc(things.id));
  const rows = await db
    .select({ row: packed(columns) })
    .from(things)
    .orderBy(asc(things.id));
  expect(rows.map(({ row }) => row)).toEqual(expected);
  expect(expected).toHaveLength(some.length);
});

test("a table joined from the left is null where it has no row, and not where all its values are null", async () => {
  const other = alias(things, "other");
  const row = packedIf(isNotNull(other.id), columnsNamed(other, ["first", "last"]));
  const rows = await db
    .select({ row })
    .from(things)
    .leftJoin(other, sql`${other.id} = ${things.id} and ${other.id} = 1`)
    .orderBy(asc(things.id))
    .limit(2);
  expect(rows).toEqual([{ row: { first: null, last: null } }, { row: null }]);
});

test("a single column can be packed, and through a subquery", async () => {
  const inner = db
    .select({ row: packed(columnsNamed(things, ["last"])).as("row") })
    .from(things)
    .where(eq(things.id, 3))
    .as("inner");
  const [found] = await db.select({ row: inner.row }).from(inner);
  expect(found).toEqual({ row: { last: some[2]?.last } });
});

test("a row with other columns fails instead of shifting its values", async () => {
  const row = packed(columnsNamed(things, ["id", "first"]));
  const decoder = Reflect.get(row, "decoder") as { mapFromDriverValue(text: string): unknown };
  for (const text of ["(1,a,b)", "(1)", '(1,"a","b")'])
    expect(() => decoder.mapFromDriverValue(text), text).toThrow("other columns");
});

test("a column of a type that it cannot read is refused before any statement", () => {
  const priced = pgTable("priced", { price: numeric() });
  expect(() => packed(getTableColumns(priced))).toThrow("numeric");
});
