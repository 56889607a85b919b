import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { runChaos } from "./rounds";

/** `npm run chaos -- --rounds 50 --seed 7` */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
process.env.SIGNALBOX_ENCRYPTION_KEYS ??= `chaos:${randomBytes(32).toString("base64")}`;
process.env.SIGNALBOX_LOG_LEVEL ??= "silent";

console.log(`${values.rounds} rounds, seed ${values.seed}`);
const { violations, counts } = await runChaos({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  say: console.log,
});
console.log();
for (const name of Object.keys(counts).sort()) console.log(`${String(counts[name]).padStart(9)}  ${name}`);
console.log(`\n${violations.length === 0 ? "every invariant held" : `${violations.length} violations`}`);
process.exit(violations.length === 0 ? 0 : 1);
