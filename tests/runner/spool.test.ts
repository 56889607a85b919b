import { pbkdf2 } from "node:crypto";
import { appendFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LogChunk, MAX_CHUNK_BYTES } from "@/lib/protocol/log";
import { toLogChunk } from "@/lib/protocol/log-body";
import type { Frame } from "@/lib/protocol/log-frame";
import { LogChunk as LogChunkSchema } from "@/lib/protocol/runner";
import { TaskLog } from "@/runner/job/task-log";
import { Spool } from "@/runner/spool";
import type { SpooledChunk } from "@/runner/spool/chunk";
import { EagerLoop } from "@/runner/spool/eager";
import { toFrames } from "@/runner/spool/frame";
import { HeadAndTail } from "@/runner/spool/limit";
import { SpoolUploader } from "@/runner/spool/upload";
import { checksumOf } from "../support/checksum";

let folder: string;
let path: string;
let opened: Spool[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-spool-"));
  path = join(folder, "spool");
  opened = [];
});
afterEach(async () => {
  for (const spool of opened) await spool.close();
  await rm(folder, { recursive: true, force: true });
});

async function create(): Promise<Spool> {
  const spool = Spool.create(path);
  opened.push(spool);
  return spool;
}

async function recover(): Promise<{ spool: Spool; lostBytes: number }> {
  const recovered = await Spool.recover(path);
  opened.push(recovered.spool);
  return recovered;
}

const frameOf = (lines: string[], time = 1_000): Frame => ({
  bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")),
  count: lines.length,
  time,
});
const numbered = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${from + index}`);

/** All lines from a position on, chunk by chunk. */
async function readAll(spool: Spool, from = 0): Promise<string[]> {
  const lines: string[] = [];
  for (let chunk = await spool.read(from); chunk; chunk = await spool.read(chunk.next_line)) {
    const text = Buffer.concat(chunk.frames.map((frame) => frame.bytes)).toString();
    expect(text.length).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    expect(chunk.first_line).toBe(from + lines.length);
    lines.push(...text.split("\n").slice(0, -1));
    expect(chunk.next_line).toBe(from + lines.length);
    expect(chunk.next_line - chunk.first_line).toBeLessThanOrEqual(5_000);
  }
  return lines;
}

async function filled(count: number, perFrame: number): Promise<{ spool: Spool; lines: string[] }> {
  const spool = await create();
  const lines = numbered(0, count);
  for (let at = 0; at < count; at += perFrame) await spool.append(frameOf(lines.slice(at, at + perFrame), 1_000 + at));
  return { spool, lines };
}

describe("the spool", () => {
  test.each([
    [1, 1],
    [10_000, 1],
    [60_000, 700],
  ])("returns %i lines that were written %i at a time, from any line on", async (count, perFrame) => {
    const { spool, lines } = await filled(count, perFrame);
    expect(spool.lines).toBe(count);
    expect(spool.checksum).toBe(checksumOf(lines));
    for (const from of [0, 1, Math.floor(count / 2), count - 1, count])
      expect(await readAll(spool, from)).toEqual(lines.slice(from));
    await spool.close();
  });

  test("is readable by its owner only", async () => {
    await filled(1, 1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test("is reopened by another process, and continues", async () => {
    const { spool, lines } = await filled(5_000, 7);
    await spool.close();
    const { spool: again, lostBytes } = await recover();
    expect(lostBytes).toBe(0);
    await again.append(frameOf(["the end"]));
    expect(await readAll(again, 4_990)).toEqual([...lines.slice(4_990), "the end"]);
    expect(again.checksum).toBe(checksumOf([...lines, "the end"]));
  });

  test("loses only an incomplete end, and reports its size", async () => {
    const { spool, lines } = await filled(100, 10);
    await spool.close();
    await appendFile(path, "10 1090 5000\nonly a part of it");
    const { spool: again, lostBytes } = await recover();
    expect(lostBytes).toBe("10 1090 5000\nonly a part of it".length);
    expect(await readAll(again)).toEqual(lines);
  });

  test("in memory behaves the same", async () => {
    const spool = Spool.inMemory();
    await spool.append(frameOf(["a", "b"]));
    await spool.append(frameOf(["c"]));
    expect(await readAll(spool)).toEqual(["a", "b", "c"]);
    expect(await readAll(spool, 1)).toEqual(["b", "c"]);
    expect(spool.checksum).toBe(checksumOf(["a", "b", "c"]));
  });

  test("splits what arrived at once into frames that fit", () => {
    const text = numbered(0, 30_000);
    const frames = toFrames(frameOf(text), 5);
    expect(frames.every((frame) => frame.bytes.length <= 32 * 1024 && frame.count <= 2_500 && frame.time === 5)).toBe(
      true,
    );
    expect(frames.flatMap((frame) => frame.bytes.toString().split("\n").slice(0, -1))).toEqual(text);
    expect(frames.reduce((sum, frame) => sum + frame.count, 0)).toBe(30_000);
  });
});

describe("the limit of a log", () => {
  test("keeps beginning and end, and reports what is omitted", () => {
    const limit = new HeadAndTail({ lines: 10, bytes: 10_000, tailLines: 100, tailBytes: 30 });
    const passed = numbered(0, 100).filter((line) => limit.passes(frameOf([line])));
    expect(passed).toEqual(numbered(0, 10));
    const rest = limit.rest().map((frame) => frame.bytes.toString());
    expect(rest).toEqual([
      "signalbox: 87 lines are left out here, because the log is too long\n",
      ...numbered(97, 3).map((line) => `${line}\n`),
    ]);
  });

  test("limits the end by lines as well", () => {
    const limit = new HeadAndTail({ lines: 1, bytes: 10_000, tailLines: 4, tailBytes: 10_000 });
    for (const line of numbered(0, 50)) limit.passes(frameOf([line, ""]));
    expect(limit.rest().map((frame) => frame.bytes.toString())).toEqual([
      "signalbox: 96 lines are left out here, because the log is too long\n",
      "line 48\n\n",
      "line 49\n\n",
    ]);
  });

  test("counts what an earlier process has stored", async () => {
    const line = Buffer.from("1234567\n");
    const before = await create();
    for (let count = 0; count < 100; count++) await before.append({ bytes: line, count: 1, time: 1_000 });
    await before.close();
    const { spool } = await recover();
    const send = async ({ next_line }: SpooledChunk) => ({ next_line });
    const log = new TaskLog(spool, { send, diskFailed: () => undefined, refused: () => undefined }, 1_000);
    for (let count = 0; count < 12_000; count++) await log.write(line);
    await log.close();
    // 125 lines fit, and a tail of 10,000.
    expect(spool.lines).toBe(125 + 1 + 10_000);
    await log.drain();
  });

  test("has no effect while the log is short enough", () => {
    const limit = new HeadAndTail({ lines: 10, bytes: 10_000, tailLines: 100, tailBytes: 30 });
    expect(numbered(0, 10).every((line) => limit.passes(frameOf([line])))).toBe(true);
    expect(limit.rest()).toEqual([]);
  });
});

describe("a note of the runner", () => {
  async function logOf(write: (log: TaskLog) => void): Promise<string[]> {
    const spool = await create();
    const send = async ({ next_line }: SpooledChunk) => ({ next_line });
    const log = new TaskLog(spool, { send, diskFailed: () => undefined, refused: () => undefined }, 100_000);
    log.hide(["hunter2-secret-value"]);
    write(log);
    await log.close();
    await log.drain();
    return readAll(spool);
  }

  test.each([
    ["a secret", "token: hunter2-secr", "et-value, and so on", "token: ****, and so on"],
    ["a password", "from https://me:pass", "word@host/x", "from https://****@host/x"],
  ])("that comes while a program prints %s divides neither it nor its line", async (_, first, second, whole) => {
    const lines = await logOf((log) => {
      void log.write(Buffer.from(`one\n${first}`));
      log.say("a note with hunter2-secret-value");
      void log.write(Buffer.from(`${second}\ntwo\n`));
    });
    expect(lines).toEqual(["one", "a note with ****", whole, "two"]);
  });

  test("follows the last line of a program, also an unfinished one", async () => {
    const lines = await logOf((log) => {
      void log.write(Buffer.from("one\ntoken: hunter2-secr"));
      void log.endOutput();
      log.say("a note");
    });
    expect(lines).toEqual(["one", "token: hunter2-secr", "a note"]);
  });
});

describe("the uploader", () => {
  /** A server that stores lines as the real one does. */
  class Store {
    lines: string[] = [];
    chunks: LogChunk[] = [];
    gate: Promise<void> = Promise.resolve();
    asked = 0;

    async send(chunk: LogChunk): Promise<{ next_line: number }> {
      this.asked++;
      await this.gate;
      this.chunks.push(LogChunkSchema.parse(chunk));
      if (chunk.first_line === this.lines.length) this.lines.push(...chunk.text.split("\n"));
      return { next_line: this.lines.length };
    }
  }

  const start = (spool: Spool, store: Store) => {
    const failures: unknown[] = [];
    const ports = {
      send: ({ first_line, frames }: SpooledChunk) => store.send(toLogChunk(first_line, frames)),
      failed: (error: unknown) => void failures.push(error),
    };
    return { uploader: new SpoolUploader(spool, ports), failures };
  };

  test("sends a single line at once, and batches lines during a request", async () => {
    const spool = await create();
    const store = new Store();
    const { uploader } = start(spool, store);
    let open = () => {};
    store.gate = new Promise((resolve) => {
      open = resolve;
    });
    await spool.append(frameOf(["first"], 50));
    uploader.wake();
    await vi.waitFor(() => expect(store.asked).toBe(1));
    for (const line of numbered(0, 100)) {
      await spool.append(frameOf([line], 57));
      uploader.wake();
    }
    open();
    await uploader.drained();
    expect(store.chunks.map((chunk) => chunk.offsets.length)).toEqual([1, 100]);
    expect(store.lines).toEqual(["first", ...numbered(0, 100)]);
    expect(store.chunks[0]?.time).toBe(new Date(50).toISOString());
  });

  test("collects lines that follow a chunk closely", async () => {
    const spool = await create();
    const store = new Store();
    const { uploader } = start(spool, store);
    await spool.append(frameOf(["first"]));
    await uploader.drained();
    for (const line of ["second", "third"]) {
      await spool.append(frameOf([line]));
      uploader.wake();
    }
    await vi.waitFor(() => expect(store.lines).toEqual(["first", "second", "third"]));
    expect(store.chunks).toHaveLength(2);
  });

  test("keeps the last chunk for the call that ends the attempt, until the server asks for it again", async () => {
    const { spool, lines } = await filled(12_000, 100);
    const store = new Store();
    const { uploader } = start(spool, store);
    const rest = await uploader.rest();
    const sent = store.lines.length;
    expect(rest?.first_line).toBe(sent);
    expect([...store.lines, ...(rest?.text.split("\n") ?? [])]).toEqual(lines);
    uploader.resumeFrom(sent);
    await uploader.drained();
    expect(store.lines).toEqual(lines);
    expect(await uploader.rest()).toBeNull();
  });

  test("keeps the time of every line", async () => {
    const spool = await create();
    const store = new Store();
    await spool.append(frameOf(["a", "b"], 1_000));
    await spool.append(frameOf(["c"], 1_250));
    await start(spool, store).uploader.drained();
    expect(store.chunks[0]?.offsets).toEqual([0, 0, 250]);
  });

  test("continues at the server's line, forward and back", async () => {
    const { spool, lines } = await filled(20_000, 100);
    const store = new Store();
    store.lines = lines.slice(0, 12_345);
    const { uploader } = start(spool, store);
    await uploader.drained();
    expect(store.lines).toEqual(lines);
    store.lines = lines.slice(0, 50);
    uploader.resumeFrom(50);
    await uploader.drained();
    expect(store.lines).toEqual(lines);
  });

  test("reports once that the server rejects the log, and then stops", async () => {
    const { spool } = await filled(10, 1);
    const store = new Store();
    store.send = async () => {
      throw new Error("over");
    };
    const { uploader, failures } = start(spool, store);
    await uploader.drained();
    uploader.wake();
    await uploader.drained();
    expect(failures).toHaveLength(1);
  });
});

test("work that has failed is done again at the next wake", async () => {
  const turn = vi.fn(async () => false).mockRejectedValueOnce(new Error("failed"));
  const loop = new EagerLoop(turn);
  loop.wake();
  await expect(loop.idle()).rejects.toThrow("failed");
  loop.wake();
  await loop.idle();
  expect(turn).toHaveBeenCalledTimes(2);
});

test("is closed only after what is read of it has been read, whatever is opened next", async () => {
  const lines = Array.from({ length: 200 }, () => "a".repeat(60));
  for (let round = 0; round < 300; round++) {
    const spool = Spool.create(join(folder, `first-${round}`));
    await spool.append(frameOf(lines));
    // Keeps the thread pool busy, as other tasks do.
    const others = Array.from(
      { length: 8 },
      () => new Promise((resolve) => pbkdf2("a", "b", 1_000, 32, "sha256", resolve)),
    );
    const reading = spool.read(0);
    await spool.close();
    const next = Spool.create(join(folder, `next-${round}`));
    opened.push(next);
    await next.append(frameOf(lines.map(() => "z".repeat(60))));
    expect((await reading)?.frames.map(({ bytes }) => bytes.toString())).toEqual([`${lines.join("\n")}\n`]);
    await Promise.all(others);
  }
});
