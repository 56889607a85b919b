import { describe, expect, test } from "vitest";
import { chooseProject, homeOf } from "@/components/project/choose-project";

const projects = [{ id: 3 }, { id: 7 }];

describe("the project to open", () => {
  test.each([
    ["7", 7],
    ["3", 3],
    ["99", 3],
    ["", 3],
    [undefined, 3],
  ])("with %j stored is %i", (stored, id) => {
    expect(chooseProject(projects, stored)?.id).toBe(id);
  });

  test("is null without any project", () => {
    expect(chooseProject([], "3")).toBeNull();
  });
});

describe("the first screen of a project", () => {
  test("is the history, or the activity for a special type without history", () => {
    expect(homeOf({ id: 5, type: "" })).toBe("/project/5/history");
    expect(homeOf({ id: 5, type: "special" })).toBe("/project/5/activity");
  });

  test("keeps a task in the query string, and drops anything else", () => {
    expect(homeOf({ id: 5, type: "" }, "12")).toBe("/project/5/history?t=12");
    for (const t of ["", "x", "1&2", "-1", ["1", "2"], undefined]) {
      expect(homeOf({ id: 5, type: "" }, t)).toBe("/project/5/history");
    }
  });
});
