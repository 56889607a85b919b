import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureReady, root } from "./ensure.mjs";
import { emptyResults, playwright, playwrightCounts, summarize, vitest, vitestCounts } from "./results.mjs";
import { steps } from "./steps.mjs";

const ROUNDS = 50;
const files = { unit: "unit-long.json", browser: "browser-long.json" };

/**
 * Tests that take minutes: files named `….long.test.ts`, those that read SIGNALBOX_TEST_LONG or import e2e/variants and
 * then run with all their variants and at full size, and the chaos suite.
 */
emptyResults();
await ensureReady({ dev: true, parts: ["tools", "web"] });
process.env.SIGNALBOX_TEST_LONG = "1";
const long = longFiles();
const counts = [];
const results = [];
if (long.unit.length > 0) {
  results.push(await steps([{ title: "Long tests", command: vitest(["all"], files.unit, ...long.unit) }]));
  counts.push(vitestCounts(files.unit));
}
if (long.browser.length > 0) {
  results.push(await steps([{ title: "Long tests in the browser", ...playwright(files.browser, ...long.browser) }]));
  counts.push(playwrightCounts(files.browser));
}
const chaos = await steps([{ title: "Chaos", command: ["tsx", "tests/chaos/main.ts", "--rounds", String(ROUNDS)] }]);
counts.push({ passed: chaos ? 1 : 0, failed: chaos ? 0 : 1, skipped: 0 });
summarize(counts, results.every(Boolean));

function longFiles() {
  const isLong = (path) =>
    /\.long\.test\.tsx?$/.test(path) || /SIGNALBOX_TEST_LONG|\/variants"/.test(readFileSync(join(root, path), "utf8"));
  const all = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
    .map((name) => `tests/${name}`)
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && isLong(path));
  return {
    unit: all.filter((path) => !path.startsWith("tests/e2e/")),
    browser: all.filter((path) => path.startsWith("tests/e2e/")),
  };
}
