import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hold } from "../start/processes";
import { bundle } from "../support/bundle";

const folder = mkdtempSync(join(tmpdir(), "signalbox-data-lock-"));

beforeAll(() => bundle(folder, { racer: "tests/runner/lock-racer.ts" }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts four processes that lock the same data directory at the same instant. */
async function race(dataDir: string) {
  const at = String(Date.now() + 1_000);
  const racers = Array.from({ length: 4 }, () => hold(join(folder, "racer.mjs"), [dataDir, at]));
  const outcomes = await Promise.all(racers.map(({ next }) => next()));
  for (const { child } of racers) child.kill("SIGKILL");
  await Promise.all(racers.map(({ ended }) => ended));
  return { outcomes, pids: racers.map(({ child }) => child.pid) };
}

describe("the lock of a runner's data directory", () => {
  test("is taken by exactly one of several runners that start at once; the error names it", async () => {
    const { outcomes, pids } = await race(join(folder, "new"));
    const winner = pids[outcomes.findIndex(({ held }) => held)];
    expect(outcomes.filter(({ held }) => held)).toHaveLength(1);
    expect(outcomes.filter(({ held }) => !held).map(({ problem }) => problem)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining(`another runner (process ${winner})`)),
    );
  });

  test("is taken over by exactly one when its holder is dead", async () => {
    const dataDir = join(folder, "left");
    await race(dataDir);
    writeFileSync(join(dataDir, "runner.pid"), "1 12345\n");
    const { outcomes } = await race(dataDir);
    expect(outcomes.filter(({ held }) => held)).toHaveLength(1);
  });
});
