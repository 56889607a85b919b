import { expect, test } from "vitest";
import { hasLongNumbers, quoteLongNumbers } from "@/lib/protocol/long-numbers";

test.each([
  ['{"a":12345678901234567890}', '{"a":"12345678901234567890"}'],
  ['[-1234567890123456789, {"1234567890123456789":1}]', '["-1234567890123456789", {"1234567890123456789":1}]'],
])("an integer that would lose digits becomes text: %s", (json, quoted) => {
  expect(hasLongNumbers(json)).toBe(true);
  expect(quoteLongNumbers(json)).toBe(quoted);
});

test.each(['{"a":9007199254740991}', "12345678901234567000", "1.1234567890123456789", '"12345678901234567890"', "{"])(
  "whatever else a text holds stays: %s",
  (json) => {
    expect(hasLongNumbers(json)).toBe(false);
    expect(quoteLongNumbers(json)).toBe(json);
  },
);
