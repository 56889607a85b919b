import { describe, expect, test } from "vitest";
import { statusShape } from "@/components/status/status-shape";
import { statusIconUrl } from "@/components/task/use-tab-status";
import { TASK_REASONS, type TaskReason } from "@/lib/protocol/reasons";
import { TASK_STATUSES, type TaskStatus } from "@/lib/protocol/status";
import en from "@/messages/en.json";

describe("every status", () => {
  test("has a unique shape, so that it is recognizable without colours", () => {
    const shapes = TASK_STATUSES.map((status) => {
      const { ring, fill, glyph } = statusShape(status);
      return JSON.stringify([ring, fill, glyph]);
    });
    // Confirmed and success are both a check mark in a disc: one amber and still in progress, the other green and done.
    expect(new Set(shapes).size).toBe(TASK_STATUSES.length - 1);
  });

  test.each([
    ["waiting", "waiting"],
    ["starting", "amber"],
    ["waiting_confirmation", "amber"],
    ["confirmed", "amber"],
    ["running", "running"],
    ["stopping", "amber"],
    ["stopped", "waiting"],
    ["success", "success"],
    ["error", "error"],
  ] as const)("%s is %s", (status, tone) => {
    expect(statusShape(status).tone).toBe(tone);
  });

  test("has another shape and colour for a success in which nothing ran", () => {
    const shape = statusShape("success", "no_hosts");
    expect(shape.tone).toBe("amber");
    expect(TASK_STATUSES.map((status) => statusShape(status).fill)).not.toContain(shape.fill);
    expect(statusShape("error", "no_hosts")).toBe(statusShape("error"));
  });

  test("only running tasks pulse, and only unconfirmed plans blink", () => {
    const moving = TASK_STATUSES.filter((status) => statusShape(status).motion);
    expect(moving).toEqual(["waiting_confirmation", "running"]);
  });

  test("has a label", () => {
    const labels: Record<TaskStatus, string> = en.status;
    expect(TASK_STATUSES.map((status) => labels[status])).toEqual([
      "Waiting",
      "Starting...",
      "Waiting confirmation",
      "Confirmed",
      "Running",
      "Stopping...",
      "Stopped",
      "Success",
      "Failed",
    ]);
  });

  test("has a tab icon", () => {
    for (const status of TASK_STATUSES) expect(statusIconUrl(status)).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(statusIconUrl("error")).not.toBe(statusIconUrl("success"));
  });
});

test("an unknown status throws", () => {
  expect(() => statusShape("asleep" as TaskStatus)).toThrow("unknown task status: asleep");
});

test("every reason has a text", () => {
  const texts: Record<TaskReason, string> = en.reasons;
  for (const reason of TASK_REASONS) expect(texts[reason], reason).toMatch(/\w/);
});
