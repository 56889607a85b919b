import { expect, test } from "vitest";
import { isSameText } from "@/components/dialog/confirm-dialog";

test.each([
  ["My shop", "My  shop"],
  ["My shop", "My\tshop\n"],
  ["My shop", "My\u00a0shop"],
  ["Caf\u00e9", "Cafe\u0301"],
])("typing %j confirms %j, which looks the same", (typed, name) => {
  expect(isSameText(typed, name)).toBe(true);
});

test.each([
  ["", "Shop"],
  ["shop", "Shop"],
  ["Shop 1", "Shop 2"],
  ["Myshop", "My shop"],
  ["Cafe", "Caf\u00e9"],
])("typing %j doesn't confirm %j", (typed, name) => {
  expect(isSameText(typed, name)).toBe(false);
});
