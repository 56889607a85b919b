import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { runChaos } from "./rounds";

/** `npm run chaos -- --rounds 50 --seed 7 --nodes 3` */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    nodes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
process.env.SIGNALBOX_ENCRYPTION_KEYS ??= `chaos:${randomBytes(32).toString("base64")}`;
process.env.SIGNALBOX_LOG_LEVEL ??= "silent";

// Child processes are stopped on exit, so this process has to exit by itself.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const { rounds, seed, nodes } = values;
console.log(`${rounds} rounds, seed ${seed}, web nodes: ${nodes}`);
const report = await runChaos({ rounds: Number(rounds), seed: Number(seed), nodes: Number(nodes), say: console.log });
const { tasks, faults, violations, counts } = report;
console.log();
for (const name of Object.keys(counts).sort()) console.log(`${String(counts[name]).padStart(9)}  ${name}`);
console.log(`\n${rounds} rounds, seed ${seed}: ${tasks} tasks, ${faults} faults, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
