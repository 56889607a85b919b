import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./ensure.mjs";

/** Where test programs write their reports. */
export const results = join(root, "test-results");

/** Removes the reports of earlier runs. */
export function emptyResults() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

export const vitest = (projects, file, ...more) => [
  "vitest",
  "run",
  ...projects.flatMap((project) => ["--project", project]),
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(results, file)}`,
  ...more,
];

/** A browser test step that writes a report. */
export const playwright = (file, ...more) => ({
  command: ["playwright", "test", "--reporter=list,json", ...more],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, file) },
});

/** A run without a report counts as one failure. */
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
  return countUnit(report, console.log);
}

/** Repeats each failure near the end of the run, because only the end of a long log may be kept. */
export function countUnit({ testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests }, print) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  for (const { name, message } of broken) printFailure(print, relative(root, name), message);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === "failed") printFailure(print, `${relative(root, name)}: ${fullName}`, failureMessages.join("\n"));
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

const MOST_FAILURE_CHARACTERS = 2000;

function printFailure(print, title, error) {
  print(`\n✗ failed: ${title}\n${error.slice(0, MOST_FAILURE_CHARACTERS)}`);
}

/** Maximum number of flaky browser tests per run. */
const MOST_SECOND_TRIES = 2;

export function playwrightCounts(file) {
  const report = read(file);
  if (!report?.stats) return { passed: 0, failed: 1, skipped: 0 };
  return countBrowser(report, console.log);
}

/** Shows why each test failed or needed a retry; too many retries count as failures. */
export function countBrowser({ stats, suites }, print) {
  for (const { title, error } of suites.flatMap((suite) => failuresOf(suite, "unexpected")))
    printFailure(print, title, error);
  for (const { title, error } of suites.flatMap((suite) => failuresOf(suite, "flaky")))
    print(`\n⚠ passed at its second try: ${title}\n${error}`);
  const flaky =
    stats.flaky > MOST_SECOND_TRIES ? { passed: 0, failed: stats.flaky } : { passed: stats.flaky, failed: 0 };
  if (flaky.failed > 0) print(`\n✗ more than ${MOST_SECOND_TRIES} tests needed a second try`);
  return { passed: stats.expected + flaky.passed, failed: stats.unexpected + flaky.failed, skipped: stats.skipped };
}

function failuresOf({ file, specs = [], suites = [] }, outcome) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ results: [first] }) => ({
        title: `${file}: ${title}`,
        error: first?.errors.map(({ message }) => message).join("\n") || `it ended as ${first?.status}`,
      })),
  );
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, outcome))];
}

/** Prints the line that CI parses, and sets the exit code. `good` false without a failed test counts as one failure. */
export function summarize(counts, good) {
  const total = (name) => counts.reduce((sum, count) => sum + count[name], 0);
  const failed = Math.max(total("failed"), good ? 0 : 1);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(
    `\n${total("passed")} passed, ${failed} failed${total("skipped") > 0 ? `, ${total("skipped")} skipped` : ""}`,
  );
}
