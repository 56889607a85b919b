import { expect, test } from "vitest";
import { packRows } from "@/components/table/pack-rows";
import { unpackRows } from "@/components/table/packed-rows";

const ROWS = [
  { id: 1, name: "Nightly", secret: "a", tags: ["x"] },
  { id: 2, name: null, secret: "b", tags: [] },
];

test("only the named fields of the rows are packed, and they are restored", () => {
  const packed = packRows(ROWS, ["id", "name", "tags"]);
  expect(JSON.stringify(packed)).not.toContain("secret");
  expect(unpackRows(packed)).toEqual([
    { id: 1, name: "Nightly", tags: ["x"] },
    { id: 2, name: null, tags: [] },
  ]);
});

test("a value that many rows share is packed once", () => {
  const rows = Array.from({ length: 9 }, (_, id) => ({ id, status: id % 2 ? "success" : "error", build: { id: 3 } }));
  const packed = packRows(rows, ["id", "status", "build"]);
  expect(JSON.stringify(packed).match(/success|error|"id":3/g)).toEqual(["error", "success", '"id":3']);
  expect(unpackRows(packed)).toEqual(rows);
});

test.each([2, 36, 37])("rows with %i different values are restored", (values) => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, version: `1.${id % values}`, at: id % values }));
  expect(unpackRows(packRows(rows, ["id", "version", "at"]))).toEqual(rows);
});

test("numbers that grow, and names that begin alike, take a few letters each", () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id: 4000 + 7 * id, name: `Deploy service ${id}` }));
  const packed = packRows(rows, ["id", "name"]);
  expect(unpackRows(packed)).toEqual(rows);
  expect(JSON.stringify(packed).length).toBeLessThan(750);
});

test.each([
  ["numbers that fall, and below zero", (n: number) => 40 - n * n],
  ["fractions", (n: number) => n / 3],
  ["numbers and null", (n: number) => (n % 5 ? n : null)],
  ["texts and null", (n: number) => (n % 5 ? `${n}` : null)],
  ["long beginnings", (n: number) => `${"x".repeat(n)}${n}`],
  ["nothing in some", (n: number) => (n % 50 ? `${n}` : "")],
  ["what is written between texts", (n: number) => `${n}|${n}`],
  ["lines", (n: number) => `${n}\n${n}`],
  ["letters of which only a half is shared", (n: number) => `${String.fromCodePoint(0x1f600 + n)}${n}`],
])("a column is restored as it was after its way to the browser: %s", (_, at) => {
  const rows = Array.from({ length: 80 }, (_row, n) => ({ value: at(n) }));
  // React sends long texts as UTF-8.
  const sent = (_: string, value: unknown) => (typeof value === "string" ? Buffer.from(value).toString() : value);
  const packed = JSON.parse(JSON.stringify(packRows(rows, ["value"])), sent);
  expect(unpackRows(packed)).toEqual(rows);
});

test("an empty list stays empty", () => {
  expect(unpackRows(packRows([], []))).toEqual([]);
});
