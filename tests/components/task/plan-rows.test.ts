import { describe, expect, test } from "vitest";
import { countsOf } from "@/components/task/panel/facts/plan-signs";
import { actionsIn, changeHash, forces, groupsOf, linkedChange } from "@/components/task/panel/plan/plan-rows";
import { planChange, taskPlan } from "../../support/plan";

const plan = taskPlan({
  resources: [
    planChange({ address: "module.net.b", module: "module.net", action: "create" }),
    planChange({ address: "module.net.a", module: "module.net", action: "delete" }),
    planChange({ address: "aws_instance.web", action: "replace" }),
  ],
  drift: [planChange({ address: "aws_instance.web", action: "update" })],
  outputs: [planChange({ address: "url", type: "output", action: "create" })],
});
const addresses = (filter: Parameters<typeof groupsOf>[1]) =>
  groupsOf(plan, filter).map(({ kind, module, changes }) => [kind, module, changes.map(({ address }) => address)]);

describe("the rows of a plan", () => {
  test("are grouped by module, the root first, with drift and outputs after them", () => {
    expect(addresses({ action: "all", search: "" })).toEqual([
      ["resources", "", ["aws_instance.web"]],
      ["resources", "module.net", ["module.net.a", "module.net.b"]],
      ["drift", "", ["aws_instance.web"]],
      ["outputs", "", ["url"]],
    ]);
  });

  test("are those of an action", () => {
    expect(addresses({ action: "create", search: "" })).toEqual([["resources", "module.net", ["module.net.b"]]]);
  });

  test("are sorted by the numbers in their addresses", () => {
    const resources = ["r[10]", "r[7]", "r[100]"].map((address) => planChange({ address, module: "" }));
    const [group] = groupsOf(taskPlan({ resources }), { action: "all", search: "" });
    expect(group?.changes.map(({ address }) => address)).toEqual(["r[7]", "r[10]", "r[100]"]);
  });

  test("are those with all words of a search, in any case", () => {
    expect(addresses({ action: "all", search: " NET .a" })).toEqual([["resources", "module.net", ["module.net.a"]]]);
    expect(addresses({ action: "all", search: "nothing" })).toEqual([]);
  });

  test("are counted by action as the tool counts: resources only, what destroys first", () => {
    expect(actionsIn(plan)).toEqual([
      { action: "delete", count: 1 },
      { action: "replace", count: 1 },
      { action: "create", count: 1 },
    ]);
  });
});

test.each([
  ["disk", true],
  ["disk[0].size", true],
  ["disk.size", true],
  ["disks", false],
  ["other", false],
])("whether %s forces a replacement", (path, expected) => {
  expect(forces(planChange({ forced_by: ["disk"] }), path)).toBe(expected);
});

test("a link names the list and the address, whatever is in it", () => {
  expect(changeHash("drift", 'a["x y"]#')).toBe("#plan:drift:a%5B%22x%20y%22%5D%23");
});

test.each([
  ["#plan:drift:a%5B%22x%20y%22%5D%23", { kind: "drift", address: 'a["x y"]#' }],
  ["#plan:resources:r[100]", { kind: "resources", address: "r[100]" }],
  ["#plan:resources:r[%2250%%22]", { kind: "resources", address: "r[%2250%%22]" }],
  ["#plan:others:r", null],
  ["#L7", null],
  ["", null],
])("the address %j leads to %j", (hash, expected) => {
  expect(linkedChange(hash)).toEqual(expected);
});

test("a replaced resource counts once, and neither as added nor as destroyed", () => {
  expect(countsOf({ add: 3, change: 1, replace: 1, destroy: 4 })).toEqual({
    add: 2,
    change: 1,
    replace: 1,
    destroy: 3,
  });
  expect(countsOf({ add: 3, change: 1, destroy: 4 })).toEqual({ add: 3, change: 1, replace: 0, destroy: 4 });
});
