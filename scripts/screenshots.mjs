import { ensureReady } from "./ensure.mjs";
import { steps } from "./steps.mjs";

/**
 * Shoots every screen and dialog into screenshots/: light and dark, wide and narrow, empty, typical and overfull.
 * `npm run screenshots -- task log` shoots only those with one of the words in their names.
 */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const command = ["tsx", "scripts/screenshots/main.mjs", ...process.argv.slice(2)];
process.exitCode = (await steps([{ title: "Screenshots", command }])) ? 0 : 1;
