import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { ensureReady, root } from "./ensure.mjs";

/**
 * `npm run bench` runs all benchmarks, `npm run bench dispatch` one; with `-- --smoke`, those that have a short form, in that
 * form. Numbers are printed, never asserted.
 */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const shortened = {
  dispatch: async (form) => (await import("../bench/dispatch.mjs")).dispatch(form),
  queue: async (form) => (await import("../bench/queue.mjs")).queue(form),
  nodes: async (form) => (await import("../bench/nodes.mjs")).nodes(form),
  workflows: async (form) => (await import("../bench/workflows.mjs")).workflows(form),
  hosts: async (form) => (await import("../bench/hosts.mjs")).hosts(form),
  run: async (form) => (await import("../bench/run-view.mjs")).runView(form),
  api: async (form) => (await import("../bench/api.mjs")).api(form),
};
const others = {
  cost: async () => (await import("../bench/cost.mjs")).cost(),
  lists: async () => (await import("../bench/lists.mjs")).lists(),
  screens: async () => (await import("../bench/screens.mjs")).screens(),
  reads: async () => (await import("../bench/reads.mjs")).reads(),
  flood: async () => (await import("../bench/flood.mjs")).flood(),
  log: async () => (await import("../bench/log.mjs")).log(),
  claim: async () => (await import("../bench/claim.mjs")).claim(),
  schedules: async () => (await import("../bench/schedules.mjs")).schedules(),
  size: () => runSource("bench/size/main.ts"),
  live: () => runSource("bench/size/live.ts"),
  events: () => runSource("bench/events/main.ts"),
};
/** A part that calls the product's own code. */
function runSource(file) {
  const env = { ...process.env, SIGNALBOX_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}` };
  const child = spawn(process.execPath, ["--import", "tsx", file], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", resolve));
}

const words = process.argv.slice(2);
const isSmoke = words.includes("--smoke");
const chosen = words.filter((word) => word !== "--smoke");
for (const [name, run] of Object.entries(isSmoke ? shortened : { ...shortened, ...others })) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name}`);
  await run(isSmoke ? "smoke" : "full");
}
