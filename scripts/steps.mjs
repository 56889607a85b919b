import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./ensure.mjs";

/** What is checked without running anything of the product. */
export const STATIC_CHECKS = [
  { title: "Format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { title: "Types", command: ["tsc", "--noEmit", "--incremental", "false", "-p", "."] },
  { title: "Unused files, exports and packages", command: ["knip", "--no-progress"] },
];

/** Runs commands of node_modules/.bin one by one, all of them even after a failure. Returns whether all succeeded. */
export async function steps(list) {
  let allGood = true;
  for (const { title, command, env } of list) {
    const began = performance.now();
    console.log(`\n── ${title}`);
    const good = (await execute(command, env)) === 0;
    console.log(`${good ? "✓" : "✗"} ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    allGood &&= good;
  }
  return allGood;
}

function execute([name, ...args], env = {}) {
  const child = spawn(join(root, "node_modules/.bin", name), args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  const pass = (signal) => child.kill(signal);
  process.once("SIGINT", pass);
  process.once("SIGTERM", pass);
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
