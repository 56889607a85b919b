import { describe, expect, test } from "vitest";
import { chooseProject, homeOf } from "@/components/project/choose-project";

const projects = [{ id: 3 }, { id: 7 }];

describe("the project that opens", () => {
  test.each([
    ["7", 7],
    ["3", 3],
    ["99", 3],
    ["", 3],
    [undefined, 3],
  ])("stored %j: %i", (stored, id) => {
    expect(chooseProject(projects, stored)?.id).toBe(id);
  });

  test("is none when there is none", () => {
    expect(chooseProject([], "3")).toBeNull();
  });
});

describe("the screen a project opens with", () => {
  test("is its history, or the activity where a special type has no history", () => {
    expect(homeOf({ id: 5, type: "" })).toBe("/project/5/history");
    expect(homeOf({ id: 5, type: "special" })).toBe("/project/5/activity");
  });

  test("keeps the task of the query string, and nothing that is no task", () => {
    expect(homeOf({ id: 5, type: "" }, "12")).toBe("/project/5/history?t=12");
    for (const t of ["", "x", "1&2", "-1", ["1", "2"], undefined]) {
      expect(homeOf({ id: 5, type: "" }, t)).toBe("/project/5/history");
    }
  });
});
