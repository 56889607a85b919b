import {
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LockReports, lockFile } from "@/lib/process/file-lock";

const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
const path = join(folder, "own.pid");
const TOUCH_MS = 5_000;

const waits = vi.fn<LockReports["waits"]>();
const lock = () =>
  lockFile(path, { taken: (holder) => new Error(holder), unwritable: (reason) => new Error(reason), waits });

const THIS_MACHINE = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

/** Process 1 of a container whose processes we do not see; it touched the file `secondsAgo`. */
function heldElsewhere(secondsAgo: number, machine = "00000000-0000-0000-0000-000000000000"): void {
  writeFileSync(path, `1 100 ${machine}/pid:[1]\n`);
  const time = Date.now() / 1_000 - secondsAgo;
  utimesSync(path, time, time);
}

beforeEach(() => {
  waits.mockClear();
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

test("a holder of another container of this machine that touches the file no more does not", async () => {
  heldElsewhere(60, THIS_MACHINE);
  const held = await lock();
  expect(waits).not.toHaveBeenCalled();
  held.release();
});

test("one of another machine is watched for longer than a touch, because what it writes may arrive late", async () => {
  heldElsewhere(60);
  const refused = expect(lock()).rejects.toThrow("process 1 of another container or machine");
  expect(waits).toHaveBeenCalledExactlyOnceWith("process 1 of another container or machine", 8);
  utimesSync(path, 1, 1);
  await refused;
  const began = performance.now();
  const held = await lock();
  expect(performance.now() - began).toBeGreaterThan(TOUCH_MS);
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
  vi.advanceTimersByTime(TOUCH_MS);
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(1_000);
  held.release();
});

test("each touch reaches the disk at once, where other machines see it", async () => {
  const held = await lock();
  const file = readdirSync("/proc/self/fd").find((fd) => linkOf(fd) === path);
  const [, flags = ""] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8")) ?? [];
  expect(Number.parseInt(flags, 8) & constants.O_SYNC).toBe(constants.O_SYNC);
  held.release();
});

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // The one that listed them is closed.
    return "";
  }
}
