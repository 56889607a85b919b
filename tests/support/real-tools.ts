import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { test } from "vitest";
import { ROOT } from "../structure/sources";

/** OpenTofu and Pulumi as they are released; without one of them the tests are skipped. */
const build = spawnSync(process.execPath, ["scripts/real-tools.mjs"], {
  cwd: ROOT,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
if (build.status !== 0) process.stderr.write("skipped tests: scripts/real-tools.mjs could not build every tool\n");

export const withRealTools = build.status === 0 ? test : test.skip;
export const TOOLS_FOLDER = build.stdout.trim();
/** With the tools first. */
export const PATH = [TOOLS_FOLDER, process.env.PATH].join(delimiter);
