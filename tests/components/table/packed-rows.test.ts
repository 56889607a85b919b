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

test("an empty list stays empty", () => {
  expect(unpackRows(packRows([], []))).toEqual([]);
});
