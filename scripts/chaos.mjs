import { ensureReady } from "./ensure.mjs";
import { steps } from "./steps.mjs";

/** `npm run chaos -- --rounds 50 --seed 7 --nodes 3`: the build under random faults; without a seed it picks and prints one. */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const command = ["tsx", "tests/chaos/main.ts", ...process.argv.slice(2)];
process.exitCode = (await steps([{ title: "Chaos", command }])) ? 0 : 1;
