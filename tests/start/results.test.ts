import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../structure/sources";

const { countBrowser, countUnit } = await import(join(ROOT, "scripts/results.mjs"));

/** A Playwright report with a number of flaky tests. */
function report(flaky: number) {
  const spec = (n: number) => ({
    title: `test ${n}`,
    tests: [
      {
        status: "flaky",
        results: [
          { status: "failed", errors: [{ message: `error ${n}` }] },
          { status: "passed", errors: [] },
        ],
      },
    ],
  });
  const suites = [
    {
      file: "a.spec.ts",
      specs: [spec(0)].slice(0, flaky),
      suites: [{ file: "a.spec.ts", specs: Array.from({ length: Math.max(flaky - 1, 0) }, (_, n) => spec(n + 1)) }],
    },
  ];
  return { stats: { expected: 10, unexpected: 0, skipped: 1, flaky }, suites };
}

function count(flaky: number) {
  const lines: string[] = [];
  return { counts: countBrowser(report(flaky), (line: string) => lines.push(line)), text: lines.join("\n") };
}

test("a browser test that passes on retry passes, and its first error is printed", () => {
  expect(count(0)).toEqual({ counts: { passed: 10, failed: 0, skipped: 1 }, text: "" });
  const { counts, text } = count(2);
  expect(counts).toEqual({ passed: 12, failed: 0, skipped: 1 });
  expect(text).toContain("a.spec.ts: test 0\nerror 0");
  expect(text).toContain("a.spec.ts: test 1\nerror 1");
});

test("more than two retried tests fail the run", () => {
  const { counts, text } = count(3);
  expect(counts).toEqual({ passed: 10, failed: 3, skipped: 1 });
  expect(text).toContain("error 2");
});

test("a failed test is printed with its error, and so is a file that couldn't be loaded", () => {
  const lines: string[] = [];
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: join(ROOT, "tests/a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [
          { status: "failed", fullName: "a fails", failureMessages: ["expected 1 to be 2"] },
          { status: "passed", fullName: "b passes", failureMessages: [] },
        ],
      },
      { name: join(ROOT, "tests/b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(countUnit(report, (line: string) => lines.push(line))).toEqual({ passed: 1, failed: 2, skipped: 2 });
  expect(lines.join("\n")).toBe(
    "\n✗ failed: tests/b.test.ts\nno such module\n\n✗ failed: tests/a.test.ts: a fails\nexpected 1 to be 2",
  );
});
