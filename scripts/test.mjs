import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureReady, root } from "./ensure.mjs";
import { steps } from "./steps.mjs";

const results = join(root, "test-results");
const files = { structure: "structure.json", unit: "unit.json", browser: "browser.json" };

/** Everything CI runs: format, lint, types, structure, unit tests on a real Postgres, and the browser on a real build. */
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await ensureReady({ dev: true });
await ensureReady({ dev: true, parts: ["tools", "web"] });

const vitest = (project, file) => [
  "vitest",
  "run",
  "--project",
  project,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(results, file)}`,
];
const good = await steps([
  { title: "Format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { title: "Types", command: ["tsc", "--noEmit", "--incremental", "false", "-p", "."] },
  { title: "Structure", command: vitest("structure", files.structure) },
  { title: "Rules, operations, runner, start", command: vitest("all", files.unit) },
  {
    title: "Browser",
    command: ["playwright", "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, files.browser) },
  },
]);
summarize();

function summarize() {
  const counts = [...[files.structure, files.unit].map(vitestCounts), playwrightCounts(files.browser)];
  const total = (name) => counts.reduce((sum, count) => sum + count[name], 0);
  const failed = Math.max(total("failed"), good ? 0 : 1);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(
    `\n${total("passed")} passed, ${failed} failed${total("skipped") > 0 ? `, ${total("skipped")} skipped` : ""}`,
  );
}

/** A run that left no report counts as one failure. */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), "utf8"));
  } catch {
    return null;
  }
}

function vitestCounts(file) {
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

function playwrightCounts(file) {
  const stats = read(file)?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
