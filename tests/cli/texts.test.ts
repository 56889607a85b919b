import { expect, test } from "vitest";
import { describeTask } from "@/cli/api/texts";
import type { WaitingFor } from "@/lib/queue/schema";

test.each<[WaitingFor, string]>([
  [{ code: "state_busy", held_by: [7, 8] }, "waiting for #7, #8, which use the same state"],
  [{ code: "state_busy", held_by: [], holder: "alice@laptop" }, "waiting: the state is locked by alice@laptop"],
])("%j", (waiting_for, text) => {
  expect(describeTask({ status: "waiting", reason: null, start: null, end: null, waiting_for })).toBe(text);
});
