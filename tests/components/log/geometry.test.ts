import { describe, expect, test } from "vitest";
import { FOOT, fits, geometry, linesInSight, lineTop, offsetOf, ROW } from "@/components/log/line/geometry";

const VIEW = 800;
const MAX = 33_000_000;

describe("a log within the browser's height limit", () => {
  const shape = geometry(1_000_000, VIEW, MAX);

  test("is as high as all its lines", () => {
    expect(shape).toEqual({ height: 1_000_000 * ROW + FOOT, scale: 1 });
    expect(lineTop(5, 123, shape.scale)).toBe(5 * ROW);
  });

  test("shows the lines that fit into the view", () => {
    expect(linesInSight(2000, VIEW, 1_000_000, 1)).toEqual([100, 140]);
    expect(linesInSight(0, VIEW, 3, 1)).toEqual([0, 2]);
  });

  test("fits if its last line does", () => {
    const visible = 10 * ROW;
    expect(fits({ height: geometry(10, visible, MAX).height, visible })).toBe(true);
    expect(fits({ height: geometry(11, visible, MAX).height, visible })).toBe(false);
  });

  test("scrolls to a line without overshooting either end", () => {
    expect(offsetOf(0, VIEW, shape)).toBe(0);
    expect(offsetOf(999_999, VIEW, shape)).toBe(shape.height - VIEW);
    expect(offsetOf(500, VIEW, shape)).toBeCloseTo(500 * ROW - VIEW / 3);
  });
});

describe("a longer log", () => {
  const total = 5_000_000;
  const shape = geometry(total, VIEW, MAX);

  test("is limited to the height browsers allow", () => {
    expect(shape.height).toBe(MAX);
    expect(shape.scale).toBeGreaterThan(3);
  });

  test("has its first line at the top and its last line at the bottom", () => {
    expect(linesInSight(0, VIEW, total, shape.scale)[0]).toBe(0);
    const end = shape.height - VIEW;
    expect(linesInSight(end, VIEW, total, shape.scale)[1]).toBe(total - 1);
    expect(lineTop(total - 1, end, shape.scale) + ROW + FOOT).toBeCloseTo(shape.height, 3);
  });

  test("scrolls a line to a third from the top", () => {
    const offset = offsetOf(2_500_000, VIEW, shape);
    expect(lineTop(2_500_000, offset, shape.scale) - offset).toBeCloseTo(VIEW / 3, 3);
  });
});
