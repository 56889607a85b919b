import { ensureReady } from "./ensure.mjs";
import { steps } from "./steps.mjs";

/** Format, lint, types, unused code and structure: under a minute, without a database. */
await ensureReady({ dev: true });
const { generateRoutes } = await import("./routes.mjs");
generateRoutes();
process.exitCode = (await steps([
  { title: "Format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { title: "Types", command: ["tsc", "--noEmit", "--incremental", "false", "-p", "."] },
  { title: "Unused files, exports and packages", command: ["knip", "--no-progress"] },
  { title: "Structure", command: ["vitest", "run", "--project", "structure"] },
]))
  ? 0
  : 1;
