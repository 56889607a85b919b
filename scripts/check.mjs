import { ensureReady } from "./ensure.mjs";
import { STATIC_CHECKS, steps } from "./steps.mjs";

/** Format, lint, types, unused code and structure: under a minute, without a database. */
await ensureReady({ dev: true });
const { generateRoutes } = await import("./routes.mjs");
generateRoutes();
process.exitCode = (await steps([
  ...STATIC_CHECKS,
  { title: "Structure", command: ["vitest", "run", "--project", "structure"] },
]))
  ? 0
  : 1;
