import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Spool } from "@/runner/spool";

const LINES = 300;
const FRAMES = 1_000;
const FRAME = { bytes: Buffer.from(`${"x".repeat(99)}\n`.repeat(LINES)), count: LINES, time: 0 };

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function bytesOfBuffers(): Promise<number> {
  // The second one ends the sweep of the first, which goes on beside the program.
  for (let n = 0; n < 2; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().arrayBuffers;
}

test("a log that has been read for its upload does not stay in memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-spool-"));
  const spool = Spool.create(join(folder, "spool"));
  try {
    for (let n = 0; n < FRAMES; n++) await spool.append(FRAME);
    const before = await bytesOfBuffers();
    let next = 0;
    for (let chunk = await spool.read(0); chunk; chunk = await spool.read(next)) next = chunk.next_line;
    expect(next).toBe(FRAMES * LINES);
    expect((await bytesOfBuffers()) - before).toBeLessThan((FRAMES * FRAME.bytes.length) / 4);
  } finally {
    await spool.close();
    await rm(folder, { recursive: true, force: true });
  }
});
