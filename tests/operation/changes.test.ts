import { describe, expect, it } from "vitest";
import { changesOf } from "@/lib/operation/changes";

const change = (before: unknown, after: unknown) => changesOf({ field: before }, { field: after }, ["field"]);

describe("the changes of an update", () => {
  it.each<[unknown, unknown]>([
    ["a", "a"],
    [null, ""],
    [null, []],
    ["", undefined],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    ["2199-01-01T00:00:00Z", "2199-01-01T00:00:00.000Z"],
  ])("treat %j and %j as equal", (before, after) => {
    expect(change(before, after)).toBeUndefined();
  });

  it.each<[unknown, unknown]>([
    ["a", "b"],
    [0, 1],
    [false, true],
    [0, null],
    [[1], [1, 2]],
    ["2199-01-01T00:00:00Z", "2199-01-01T00:00:01Z"],
  ])("treat %j and %j as different", (before, after) => {
    expect(change(before, after)).toEqual({ field: { from: before, to: after } });
  });

  it("include only the named fields", () => {
    const [before, after] = [
      { a: 1, b: 1 },
      { a: 2, b: 2 },
    ];
    expect(changesOf(before, after, ["b"])).toEqual({ b: { from: 1, to: 2 } });
  });

  it("include only the names of encrypted fields", () => {
    expect(changesOf({}, {}, [], { secret: true, other: false })).toEqual({ secret: { sealed: true } });
  });

  it("shorten long texts without splitting a character", () => {
    const long = `${"x".repeat(499)}😀${"y".repeat(10)}`;
    expect(change("", long)).toEqual({ field: { from: "", to: `${"x".repeat(499)}…` } });
    expect(
      change(
        [],
        Array.from({ length: 300 }, () => "ab"),
      ),
    ).toMatchObject({ field: { to: expect.stringMatching(/…$/) } });
  });
});
