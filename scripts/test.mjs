import { ensureReady } from "./ensure.mjs";
import { emptyResults, playwright, playwrightCounts, summarize, vitest, vitestCounts } from "./results.mjs";
import { STATIC_CHECKS, steps } from "./steps.mjs";

const files = { structure: "structure.json", unit: "unit.json", browser: "browser.json" };

/** Everything CI runs: format, lint, types, unused code, structure, unit tests on a real Postgres, and browser tests. */
emptyResults();
await ensureReady({ dev: true });
await ensureReady({ dev: true, parts: ["tools", "web"] });

const good = await steps([
  ...STATIC_CHECKS,
  { title: "Structure", command: vitest(["structure"], files.structure) },
  { title: "Rules, operations, runner, start", command: vitest(["pure", "all"], files.unit) },
  { title: "Browser", ...playwright(files.browser) },
]);
summarize([...[files.structure, files.unit].map(vitestCounts), playwrightCounts(files.browser)], good);
