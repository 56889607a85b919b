import { expect, test } from "vitest";
import { moved } from "@/components/survey/survey-field";

test("an item goes to another place and the others close up", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
});

test("a place that does not exist moves nothing", () => {
  expect(moved(["a", "b"], 5, 0)).toEqual(["a", "b"]);
});
