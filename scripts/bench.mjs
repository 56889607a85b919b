import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { ensureReady, root } from "./ensure.mjs";

/** `npm run bench` runs all benchmarks, `npm run bench dispatch` one. Numbers are printed, never asserted. */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const benches = {
  dispatch: async () => (await import("../bench/dispatch.mjs")).dispatch(),
  cost: async () => (await import("../bench/cost.mjs")).cost(),
  queue: async () => (await import("../bench/queue.mjs")).queue(),
  nodes: async () => (await import("../bench/nodes.mjs")).nodes(),
  lists: async () => (await import("../bench/lists.mjs")).lists(),
  reads: async () => (await import("../bench/reads.mjs")).reads(),
  flood: async () => (await import("../bench/flood.mjs")).flood(),
  log: async () => (await import("../bench/log.mjs")).log(),
  claim: async () => (await import("../bench/claim.mjs")).claim(),
  schedules: async () => (await import("../bench/schedules.mjs")).schedules(),
  api: async () => (await import("../bench/api.mjs")).api(),
  size: () => runSource("bench/size/main.ts"),
  events: () => runSource("bench/events/main.ts"),
};
/** A part that calls the product's own code. */
function runSource(file) {
  const env = { ...process.env, SIGNALBOX_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}` };
  const child = spawn(process.execPath, ["--import", "tsx", file], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", resolve));
}

const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name}`);
  await run();
}
