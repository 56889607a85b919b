import { expect, test } from "vitest";
import { firstTab } from "@/components/task/panel/tabs/use-task-tab";

test("a task opens on its log, but on its plan while that waits for a decision", () => {
  const offered = ["summary", "plan", "log", "details"];
  expect(firstTab(offered, false)).toBe("log");
  expect(firstTab(offered, true)).toBe("plan");
  expect(firstTab(["log", "details"], true), "a plan that is only in the log").toBe("log");
  expect(firstTab(["workflow", "timeline", "details"], false)).toBe("workflow");
});
