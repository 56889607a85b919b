import { expect, test } from "vitest";
import { toCsv } from "@/components/project/report/report-rows";

test("cells are quoted, and none is a formula", () => {
  expect(
    toCsv([
      ["a", 'say "b"', "c,\nd"],
      ["=1+1", "-v", "@x"],
    ]),
  ).toBe('"a","say ""b""","c,\nd"\r\n"\'=1+1","\'-v","\'@x"\r\n');
});
