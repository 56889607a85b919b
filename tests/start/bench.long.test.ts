import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "../structure/sources";

const run = promisify(execFile);

/** What the table of each says when everything worked. */
const BENCHES = {
  dispatch: ["local path", "mirrored git"],
  queue: ["8 succeeded, in order", "every line, in order"],
  nodes: ["per second"],
  workflows: ["chain ÷ single tasks", "a matrix of 20, 2 limit"],
  hosts: ["GET matrix, median ms", "both ways"],
  run: ["scrolling the items"],
  api: ["POST tasks"],
};

/** Each starts the built product, and some a browser. */
test.each(Object.entries(BENCHES))(
  "the short form of the benchmark %s runs to its end",
  async (name, words) => {
    const { stdout } = await run(process.execPath, ["scripts/bench.mjs", name, "--smoke"], { cwd: ROOT });
    for (const word of words) expect(stdout).toContain(word);
  },
  300_000,
);
