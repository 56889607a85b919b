import { expect, test } from "vitest";
import { moved } from "@/components/form/list/move-buttons";

test("an item moves to another position", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
});

test("an index out of range moves nothing", () => {
  expect(moved(["a", "b"], 5, 0)).toEqual(["a", "b"]);
});
