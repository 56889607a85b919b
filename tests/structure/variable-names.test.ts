import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VARIABLE_DECISIONS } from "@/lib/protocol/variable-names";

test("docs/runners.md lists the decision on every variable, in the same words", () => {
  const page = readFileSync("docs/runners.md", "utf8");
  const rows = [...page.matchAll(/^\| `(\S+)` \| (managers|nobody) \| (.+) \|$/gm)].map(([, name, use, why]) => ({
    name,
    use,
    why,
  }));
  expect(rows).toEqual(VARIABLE_DECISIONS);
});
