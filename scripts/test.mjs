import { ensureReady } from "./ensure.mjs";
import { emptyResults, playwright, playwrightCounts, summarize, vitest, vitestCounts } from "./results.mjs";
import { steps } from "./steps.mjs";

const files = { structure: "structure.json", unit: "unit.json", browser: "browser.json" };

/** Everything CI runs: format, lint, types, unused code, structure, unit tests on a real Postgres, and browser tests. */
emptyResults();
await ensureReady({ dev: true });
await ensureReady({ dev: true, parts: ["tools", "web"] });

const good = await steps([
  { title: "Format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { title: "Types", command: ["tsc", "--noEmit", "--incremental", "false", "-p", "."] },
  { title: "Unused files, exports and packages", command: ["knip", "--no-progress"] },
  { title: "Structure", command: vitest(["structure"], files.structure) },
  { title: "Rules, operations, runner, start", command: vitest(["pure", "all"], files.unit) },
  { title: "Browser", ...playwright(files.browser) },
]);
summarize([...[files.structure, files.unit].map(vitestCounts), playwrightCounts(files.browser)], good);
