import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { lockFile } from "@/lib/process/file-lock";

const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
const path = join(folder, "own.pid");

const lock = () => lockFile(path, { taken: (holder) => new Error(holder), unwritable: (reason) => new Error(reason) });

/** Process 1 of a container whose processes we do not see; it touched the file `secondsAgo`. */
function heldElsewhere(secondsAgo: number): void {
  writeFileSync(path, "1 100 00000000-0000-0000-0000-000000000000/pid:[1]\n");
  const time = Date.now() / 1_000 - secondsAgo;
  utimesSync(path, time, time);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a living process keeps others out, and leaves nothing when it releases the file", async () => {
  const held = await lock();
  await expect(lock()).rejects.toThrow(new RegExp(`^process ${process.pid}$`));
  held.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that has ended does not keep others out", async () => {
  const held = await lock();
  writeFileSync(path, readFileSync(path, "utf8").replace(/ \d+ /, " 1 "));
  const next = await lock();
  held.release();
  next.release();
});

test("a holder of another container or machine keeps others out as long as it touches the file", async () => {
  heldElsewhere(0);
  const refused = expect(lock()).rejects.toThrow("process 1 of another container or machine");
  utimesSync(path, 1, 1);
  await refused;
});

test("a holder of another container or machine that touches the file no more does not", async () => {
  heldElsewhere(60);
  const held = await lock();
  held.release();
});

test("one that releases it meanwhile does not either", async () => {
  heldElsewhere(0);
  const locking = lock();
  rmSync(path);
  const held = await locking;
  held.release();
});

test("a holder touches its file", async () => {
  const held = await lock();
  utimesSync(path, 1, 1);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(1_000);
  held.release();
});
