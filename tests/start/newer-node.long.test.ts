import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../structure/sources";

const run = promisify(execFile);

/** The package of npm that brings this version's program. */
async function fetchNode(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-node-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const name = `node-${process.platform}-${process.arch}`;
  const { stdout } = await run("npm", ["pack", "--silent", `${name}@${version}`], { cwd: folder });
  await run("tar", ["xzf", stdout.trim()], { cwd: folder });
  return join(folder, "package/bin/node");
}

test.each(["22", "24", "26"])(
  "Node %s starts the product and runs tasks, without a complaint",
  async (version) => {
    const node = await fetchNode(version);
    const { stdout, stderr } = await run(node, ["scripts/bench.mjs", "dispatch", "--smoke"], { cwd: ROOT });
    expect(stdout).toContain("mirrored git");
    expect(stderr).toBe("");
  },
  300_000,
);
