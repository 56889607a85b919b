import { expect, test } from "vitest";
import { FinishRequest, MAX_FREE_SLOTS, MAX_PARALLEL_TASKS, PollRequest } from "@/lib/protocol/runner";

const poll = { instance_id: "one", free: 1, attempts: [] };

test("of an earlier runner that names more free slots than count, the rest is ignored", () => {
  expect(PollRequest.parse({ ...poll, free: MAX_PARALLEL_TASKS }).free).toBe(MAX_FREE_SLOTS);
  expect(PollRequest.safeParse({ ...poll, free: MAX_PARALLEL_TASKS + 1 }).success).toBe(false);
});

test("a list of more attempts than a runner can have is refused before its entries are read", () => {
  const attempts = Array.from({ length: MAX_PARALLEL_TASKS + 1 }, () => "wrong");
  expect(PollRequest.safeParse({ ...poll, attempts }).error?.issues).toMatchObject([{ path: ["attempts"] }]);
});

test("a later runner may end a task for a reason that this version does not know", () => {
  const end = { attempt: 1, result: "error", exit_code: null, total_lines: 0, checksum: 0 };
  expect(FinishRequest.parse({ ...end, reason: "state_locked" }).reason).toBe("state_locked");
  expect(FinishRequest.parse({ ...end, reason: "of_tomorrow" }).reason).toBeNull();
});
