import type { TestReport } from "@/lib/protocol/tests";

export const testReport: TestReport = {
  failed: 1,
  skipped: 0,
  passed: 0,
  tests: [{ suite: "web", name: "breaks", state: "failed", seconds: 0.5, message: "expected 1", details: "at line 3" }],
};
