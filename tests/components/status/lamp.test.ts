import { describe, expect, test } from "vitest";
import { lampIcon } from "@/components/status/lamp-icon";
import { lampOf } from "@/components/status/lamp-shape";
import { TASK_REASONS, TASK_STATUSES, type TaskReason, type TaskStatus } from "@/lib/protocol/status";
import en from "@/messages/en.json";

describe("every status", () => {
  test("has a shape of its own, so that nobody needs to tell the colours apart", () => {
    const shapes = TASK_STATUSES.map((status) => {
      const { ring, fill, glyph } = lampOf(status);
      return JSON.stringify([ring, fill, glyph]);
    });
    // Confirmed and success are both a tick in a disc: one is amber and on its way, the other green and done.
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
    expect(lampOf(status).tone).toBe(tone);
  });

  test("has another shape and colour when it is a success in which nothing ran", () => {
    const lamp = lampOf("success", "no_hosts");
    expect(lamp.tone).toBe("amber");
    expect(TASK_STATUSES.map((status) => lampOf(status).fill)).not.toContain(lamp.fill);
    expect(lampOf("error", "no_hosts")).toBe(lampOf("error"));
  });

  test("only what runs breathes, and only what asks blinks", () => {
    const moving = TASK_STATUSES.filter((status) => lampOf(status).motion);
    expect(moving).toEqual(["waiting_confirmation", "running"]);
  });

  test("has its label in words", () => {
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

  test("can be a tab icon", () => {
    for (const status of TASK_STATUSES) expect(lampIcon(status)).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(lampIcon("error")).not.toBe(lampIcon("success"));
  });
});

test("an unknown status is an error", () => {
  expect(() => lampOf("asleep" as TaskStatus)).toThrow("unknown task status: asleep");
});

test("every reason has a text", () => {
  const texts: Record<TaskReason, string> = en.reasons;
  for (const reason of TASK_REASONS) expect(texts[reason], reason).toMatch(/\w/);
});
