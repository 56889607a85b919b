import { describe, expect, it } from "vitest";
import { changesOf, type TrackingOf } from "@/lib/operation/changes";

const change = (before: unknown, after: unknown) => changesOf({ field: before }, { field: after }, { field: "shown" });

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

  it("include the values of fields that are shown, and only the names of sealed ones", () => {
    const [before, after] = [
      { a: 1, b: 1, c: 1, d: 1 },
      { a: 2, b: 2, c: 2, d: 1 },
    ];
    expect(changesOf(before, after, { a: "untracked", b: "shown", c: "sealed", d: "sealed" })).toEqual({
      b: { from: 1, to: 2 },
      c: { sealed: true },
    });
  });

  it("need a decision for every column, and none that shows answers", () => {
    type Columns = { id: number; task_params: unknown };
    ({ id: "untracked", task_params: "sealed" }) satisfies TrackingOf<Columns>;
    // @ts-expect-error task_params is missing.
    ({ id: "shown" }) satisfies TrackingOf<Columns>;
    // @ts-expect-error Answers may be confidential.
    ({ id: "shown", task_params: "shown" }) satisfies TrackingOf<Columns>;
  });

  it("include only the names of secrets", () => {
    expect(changesOf({}, {}, {}, { secret: true, other: false })).toEqual({ secret: { sealed: true } });
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
