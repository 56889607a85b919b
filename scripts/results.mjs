import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure.mjs";

/** Where test programs leave their reports. */
export const results = join(root, "test-results");

/** Without the reports of an earlier run. */
export function emptyResults() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

export const vitest = (project, file, ...more) => [
  "vitest",
  "run",
  "--project",
  project,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(results, file)}`,
  ...more,
];

/** A step of the browser's tests that leaves a report. */
export const playwright = (file, ...more) => ({
  command: ["playwright", "test", "--reporter=list,json", ...more],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, file) },
});

/** A run that left no report counts as one failure. */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), "utf8"));
  } catch {
    return null;
  }
}

export function vitestCounts(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** So many tests of the browser may need their second try; the machine is not to blame for more. */
const MOST_SECOND_TRIES = 2;

export function playwrightCounts(file) {
  const report = read(file);
  if (!report?.stats) return { passed: 0, failed: 1, skipped: 0 };
  return countBrowser(report, console.log);
}

/** Shows why each test that needed its second try failed the first; too many of them have failed. */
export function countBrowser({ stats, suites }, print) {
  for (const { title, error } of suites.flatMap(secondTriesOf))
    print(`\n⚠ passed at its second try: ${title}\n${error}`);
  const flaky =
    stats.flaky > MOST_SECOND_TRIES ? { passed: 0, failed: stats.flaky } : { passed: stats.flaky, failed: 0 };
  if (flaky.failed > 0) print(`\n✗ more than ${MOST_SECOND_TRIES} tests needed a second try`);
  return { passed: stats.expected + flaky.passed, failed: stats.unexpected + flaky.failed, skipped: stats.skipped };
}

function secondTriesOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "flaky")
      .map(({ results: [first] }) => ({
        title: `${file}: ${title}`,
        error: first?.errors.map(({ message }) => message).join("\n") || `it ended as ${first?.status}`,
      })),
  );
  return [...own, ...suites.flatMap(secondTriesOf)];
}

/** Prints the line that CI reads, and sets the exit code. `good` false without a failed test is one failure. */
export function summarize(counts, good) {
  const total = (name) => counts.reduce((sum, count) => sum + count[name], 0);
  const failed = Math.max(total("failed"), good ? 0 : 1);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(
    `\n${total("passed")} passed, ${failed} failed${total("skipped") > 0 ? `, ${total("skipped")} skipped` : ""}`,
  );
}
