import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureReady, root } from "./ensure.mjs";

/**
 * `npm run bench` runs all benchmarks, `npm run bench dispatch` one; with `-- --smoke`, those that have a short form, in that
 * form; with `-- --against <folder>`, each by turns with the product that is built there. Numbers are printed, never asserted.
 */
const SHORTENED = {
  dispatch: async (form) => (await import("../bench/dispatch.mjs")).dispatch(form),
  queue: async (form) => (await import("../bench/queue.mjs")).queue(form),
  nodes: async (form) => (await import("../bench/nodes.mjs")).nodes(form),
  workflows: async (form) => (await import("../bench/workflows.mjs")).workflows(form),
  hosts: async (form) => (await import("../bench/hosts.mjs")).hosts(form),
  run: async (form) => (await import("../bench/run-view.mjs")).runView(form),
  api: async (form) => (await import("../bench/api.mjs")).api(form),
};
const BUILT = {
  ...SHORTENED,
  cost: async () => (await import("../bench/cost.mjs")).cost(),
  idle: async () => (await import("../bench/idle.mjs")).idle(),
  lists: async () => (await import("../bench/lists.mjs")).lists(),
  screens: async () => (await import("../bench/screens.mjs")).screens(),
  reads: async () => (await import("../bench/reads.mjs")).reads(),
  flood: async () => (await import("../bench/flood.mjs")).flood(),
  log: async () => (await import("../bench/log.mjs")).log(),
  claim: async () => (await import("../bench/claim.mjs")).claim(),
  schedules: async () => (await import("../bench/schedules.mjs")).schedules(),
};
/** These call the product's code without building it, so that another version's would need its own benchmarks. */
const OF_THIS_TREE = {
  size: () => runSource("bench/size/main.ts"),
  live: () => runSource("bench/size/live.ts"),
  events: () => runSource("bench/events/main.ts"),
};

function runSource(file) {
  const env = { ...process.env, SIGNALBOX_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}` };
  const child = spawn(process.execPath, ["--import", "tsx", file], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", resolve));
}

const { values, positionals } = parseArgs({
  options: { smoke: { type: "boolean" }, against: { type: "string" } },
  allowPositionals: true,
});
const parts = values.smoke ? SHORTENED : values.against ? BUILT : { ...BUILT, ...OF_THIS_TREE };
const unknown = positionals.find((name) => !(name in parts));
if (unknown) fail(`There is no benchmark ${unknown} of this form. There are: ${Object.keys(parts).join(", ")}`);
const old = values.against && resolve(values.against);
if (old && !existsSync(join(old, "dist/cli.mjs"))) fail(`No product is built in ${old}: run "npm run build" there`);

await ensureReady({ dev: true, parts: ["tools", "web"] });
// Not at the top: what it imports may have been installed only now.
const { measureProductIn } = await import("../bench/product.mjs");
const folders = old ? [old, root, old, root] : [root];
for (const [name, run] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const folder of folders) {
    console.log(`\n── ${name}${old ? `, ${folder === root ? "new" : "old"}` : ""}`);
    measureProductIn(folder);
    await run(values.smoke ? "smoke" : "full");
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
