import { describe, expect, it } from "vitest";
import { distanceToBuild, inBuildOrder, uniqueNames, unstorableAt } from "@/lib/backup/rules";
import { isDeeperThan } from "@/lib/protocol/json-object";

describe("depth", () => {
  const nested = (levels: number): unknown => {
    let value: unknown = "bottom";
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { inner: value };
    return value;
  };

  it("counts nested objects and arrays", () => {
    expect(isDeeperThan("text", 0)).toBe(false);
    expect(isDeeperThan({}, 0)).toBe(false);
    expect(isDeeperThan(nested(5), 5)).toBe(false);
    expect(isDeeperThan(nested(6), 5)).toBe(true);
  });

  it("handles a hundred thousand levels without a stack overflow", () => {
    expect(isDeeperThan(nested(100_000), 20)).toBe(true);
  });
});

describe("texts", () => {
  it.each([
    ["plain text with whole emoji", { a: ["b", { c: "😀 ü" }], d: 1, e: null }, null],
    ["a NUL", { a: ["b", { c: "x\0" }] }, ["a", "1", "c"]],
    ["the first half of a character", ["\ud83d"], ["0"]],
    ["the second half", { a: "\ude00" }, ["a"]],
    ["a field name", { a: { "\0": 1 } }, ["a"]],
  ])("%s", (_what, value, path) => expect(unstorableAt(value)).toEqual(path));
});

describe("the order of builds and deploys", () => {
  const template = (name: string, build_template: string | null = null) => ({
    name,
    type: build_template === null ? "build" : "deploy",
    build_template,
  });

  it("puts every template after its build, and keeps the rest in order", () => {
    const templates = [template("c", "b"), template("x"), template("b", "a"), template("a"), template("y", "x")];
    expect(inBuildOrder(templates).map(({ name }) => name)).toEqual(["x", "a", "b", "y", "c"]);
  });

  it("distinguishes templates in a circle from those leading to one", () => {
    const templates = [
      template("a", "b"),
      template("b", "a"),
      template("c", "c"),
      template("d", "a"),
      template("e", "gone"),
    ];
    const byName = new Map(templates.map((entry) => [entry.name, entry]));
    expect(templates.map((entry) => [entry.name, distanceToBuild(entry, byName)])).toEqual([
      ["a", null],
      ["b", null],
      ["c", null],
      ["d", 2],
      ["e", 1],
    ]);
  });
});

describe("duplicate names", () => {
  const unique = (...rows: [id: number, name: string][]) =>
    [...uniqueNames(rows.map(([id, name]) => ({ id, name })))].sort(([a], [b]) => a - b).map(([, name]) => name);

  it("keep the oldest one and add their ids to the others, in any order", () => {
    expect(unique([1, "a"], [2, "b"], [13, "a"], [4, "a"])).toEqual(["a", "b", "a - 4", "a - 13"]);
    expect(unique([13, "a"], [4, "a"], [2, "b"], [1, "a"])).toEqual(["a", "b", "a - 4", "a - 13"]);
  });

  it("never become an existing name", () => {
    expect(unique([1, "a"], [2, "a - 4"], [4, "a"])).toEqual(["a", "a - 4", "a - 4-2"]);
    expect(unique([1, "a"], [4, "a"], [5, "a - 4"], [6, "a - 4"])).toEqual(["a", "a - 4-2", "a - 4", "a - 4 - 6"]);
  });

  it("respect the maximum length", () => {
    const long = "x".repeat(255);
    const [, ...others] = unique([1, long], [2, long], [3, `${"x".repeat(251)} - 2`]);
    expect(others.map((name) => [name.length, name.slice(-7)])).toEqual([
      [255, "x - 2-2"],
      [255, "xxx - 2"],
    ]);
  });
});
