import { expect, test } from "vitest";
import { csvLine } from "@/lib/operation/csv";

test("cells are quoted where they have to be, and none is a formula", () => {
  expect(csvLine(["a", 'say "b"', "c,\nd"])).toBe('a,"say ""b""","c,\nd"\r\n');
  expect(csvLine(["=1+1", "-v", "@x", "＝1+1", "+1"])).toBe("'=1+1,'-v,'@x,'＝1+1,'+1\r\n");
});
