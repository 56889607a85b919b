import { expect, test } from "vitest";
import { onlyOne } from "@/components/form/choice/only-one";

test.each([
  [[], null],
  [[{ id: 4 }], 4],
  [[{ id: 4 }, { id: 7 }], null],
] as const)("of %j, a new item begins with %j", (list, expected) => {
  expect(onlyOne(list)).toBe(expected);
});
