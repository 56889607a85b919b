import { ensureReady } from "./ensure.mjs";
import { steps } from "./steps.mjs";

/**
 * Takes screenshots of every screen and dialog: light and dark, wide and narrow, empty, typical and overfull.
 * `npm run screenshots -- task log` only takes those whose names contain one of the words.
 */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const command = ["tsx", "scripts/screenshots/main.mjs", ...process.argv.slice(2)];
process.exitCode = (await steps([{ title: "Screenshots", command }])) ? 0 : 1;
