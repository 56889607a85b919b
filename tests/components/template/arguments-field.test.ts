import { expect, test } from "vitest";
import { argumentsIn } from "@/components/template/form/arguments-field";

test.each<[string | string[], string[]]>([
  [
    ["-v", "two words"],
    ["-v", "two words"],
  ],
  [[], []],
  ['["-v", "two words"]', ["-v", "two words"]],
  ['[\n  "-v"\n]', ["-v"]],
  ["[]", []],
  ["", []],
  ["  \n", []],
])("the preview shows the arguments of %j: %j", (value, list) => {
  expect(argumentsIn(value)).toEqual(list);
});

test.each(["{}", "[1]", '["-v"', "-v", "null", '[["-v"]]'])(
  "the preview shows none while %j can't be read",
  (value) => {
    expect(argumentsIn(value)).toEqual([]);
  },
);
