import { test } from "vitest";
import { longestChain } from "/work/wt/integ/tests/structure/measures";
test("x", () => console.log(longestChain().join("\n")));
