import { expect, test } from "vitest";
import { packRows, unpackRows } from "@/components/table/packed-rows";

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

test("an empty list stays empty", () => {
  expect(unpackRows(packRows([], []))).toEqual([]);
});
