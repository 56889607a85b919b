import { describe, expect, test } from "vitest";
import { isOpen, type ScreenName, screenHref, screensOf } from "@/components/shell/screens";

const ordinary = { id: 4, type: "" };
const special = { id: 4, type: "special" };

const as = (project: typeof ordinary | null, permissions = 15) => ({ project, user: { admin: false }, permissions });

const find = (name: ScreenName) => {
  const screen = screensOf(as(ordinary)).find((candidate) => candidate.name === name);
  if (!screen) throw new Error(`no screen ${name}`);
  return screen;
};

test("a project of a special type has no screens for resources that only ordinary projects have", () => {
  const names = (project: typeof ordinary) => screensOf(as(project)).map(({ name }) => name);
  const onlyOrdinary = [
    "inventory",
    "environment",
    "keys",
    "repositories",
    "states",
    "drift",
    "runners",
    "integrations",
  ];
  expect(names(special)).toEqual(["dashboard", "templates", "schedule", "team"]);
  expect(names(ordinary).filter((name) => !names(special).includes(name))).toEqual(onlyOrdinary);
  expect(screensOf(as(null))).toEqual([]);
});

test("runners are for those who manage resources", () => {
  const sees = (permissions: number, admin = false) =>
    screensOf({ ...as(ordinary, permissions), user: { admin } }).some(({ name }) => name === "runners");
  expect([sees(0), sees(1), sees(5), sees(0, true)]).toEqual([false, false, true, true]);
});

test("no two screens share a shortcut or a path", () => {
  const screens = screensOf(as(ordinary));
  const paths = screens.flatMap((screen) => screen.paths);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(screens.map(({ goKey }) => goKey)).size).toBe(screens.length);
});

describe("the link of a screen", () => {
  test("to the templates returns to the last view", () => {
    expect(screenHref(find("templates"), ordinary, null)).toBe("/project/4/templates");
    expect(screenHref(find("templates"), ordinary, "9")).toBe("/project/4/views/9/templates");
    expect(screenHref(find("keys"), ordinary, "9")).toBe("/project/4/keys");
  });

  test("to the dashboard of a special project leads to its activity", () => {
    expect(screenHref(find("dashboard"), ordinary, null)).toBe("/project/4/history");
    expect(screenHref(find("dashboard"), special, null)).toBe("/project/4/activity");
  });
});

test.each([
  ["dashboard", "/project/4/settings", true],
  ["dashboard", "/project/4/history", true],
  ["templates", "/project/4/views/9/templates/3", true],
  ["templates", "/project/4/templates", true],
  ["keys", "/project/4/templates", false],
  ["keys", "/project/new", false],
  ["keys", "/keys", false],
] as const)("%s is open at %s: %s", (name, pathname, open) => {
  expect(isOpen(find(name), pathname)).toBe(open);
});
