import { expect, test } from "vitest";
import { hasPlace, objectHref } from "@/components/shell/object-href";
import { FoundKind } from "@/lib/system/schema";

const THING = { project_id: 7, id: 5, name: "Web & Co" };

test("everything that is found has an address: its page if it has one, else its list", () => {
  const addresses = Object.fromEntries(FoundKind.options.map((kind) => [kind, objectHref(kind, THING)]));
  expect(addresses).toEqual({
    project: "/project/7",
    template: "/project/7/templates/5",
    inventory: "/project/7/inventory/5",
    environment: "/project/7/environment/5",
    repository: "/project/7/repositories/5",
    key: "/project/7/keys/5",
    schedule: "/project/7/schedule?q=Web+%26+Co",
    integration: "/project/7/integration/5",
    task: "/project/7/tasks/5",
    user: "/project/7/team?q=Web+%26+Co",
    runner: "/project/7/runners?q=Web+%26+Co",
  });
  expect(objectHref("view", THING)).toBe("/project/7/views/5/templates");
  expect(objectHref("state", THING)).toBe("/project/7/states/5");
  expect(objectHref("schedule", { ...THING, name: "" })).toBe("/project/7/schedule");
});

test("what belongs to no project is in a list of administrators", () => {
  expect(objectHref("user", { ...THING, project_id: null })).toBe("/users?q=Web+%26+Co");
  expect(objectHref("runner", { ...THING, project_id: null })).toBe("/runners?q=Web+%26+Co");
});

test("not every kind of event is about a thing with a place", () => {
  expect(["key", "token", "toString"].map(hasPlace)).toEqual([true, false, false]);
});
