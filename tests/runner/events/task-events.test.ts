import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TaskEvents, type TaskEventsPorts } from "@/runner/job/task-events";
import type { SpooledChunk } from "@/runner/spool/chunk";
import { checksumOf } from "../../support/checksum";

let folder: string;
/** What the server has. */
let stored: string[];
let problems: unknown[];
/** How many calls fail before they arrive, and how many replies are lost. */
let faults: { refused: boolean; lost: number };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-events-"));
  stored = [];
  problems = [];
  faults = { refused: false, lost: 0 };
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesIn = ({ frames }: SpooledChunk) => frames.flatMap(({ bytes }) => bytes.toString().split("\n").slice(0, -1));

/** Like the server: what it has is not stored again, and it names the next one. */
async function send(chunk: SpooledChunk): Promise<{ next_line: number }> {
  if (faults.refused) throw new Error("no");
  if (chunk.first_line === stored.length) stored.push(...linesIn(chunk));
  if (faults.lost > 0) {
    faults.lost -= 1;
    return { next_line: chunk.first_line };
  }
  return { next_line: stored.length };
}

const ports = (changes: Partial<TaskEventsPorts> = {}): TaskEventsPorts => ({
  send,
  wanted: true,
  maxBytes: 1_000,
  diskFailed: () => void problems.push("disk"),
  refused: (error) => void problems.push(error),
  ...changes,
});

const path = () => join(folder, "events");
const some = (count: number, from = 0) => Array.from({ length: count }, (_, n) => JSON.stringify({ n: n + from }));

describe("a task's events", () => {
  test("arrive once and in order, with a total and a checksum", async () => {
    const events = new TaskEvents(path(), ports());
    expect(events.total).toBeUndefined();
    for (let n = 0; n < 10; n++) expect(await events.add(some(100, n * 100))).toBe(true);
    await events.drain();
    expect(stored).toEqual(some(1_000));
    expect(events.total).toEqual({ total: 1_000, checksum: checksumOf(some(1_000)) });
    await events.release();
  });

  test("are sent again from where the server says", async () => {
    const events = new TaskEvents(path(), ports());
    await events.add(some(50));
    await events.drain();
    stored.length = 20;
    events.resendFrom(20);
    await events.drain();
    expect(stored).toEqual(some(50));
    await events.release();
  });

  test("arrive once though a reply is lost", async () => {
    faults.lost = 1;
    const events = new TaskEvents(path(), ports());
    await events.add(some(5));
    await events.drain();
    expect(stored).toEqual(some(5));
    await events.release();
  });

  test("that are refused end the stream, not the task", async () => {
    faults.refused = true;
    const events = new TaskEvents(path(), ports());
    await events.add(some(5));
    await events.drain();
    expect(events.wanted).toBe(false);
    expect(events.total).toBeUndefined();
    expect(problems).toHaveLength(1);
    await events.release();
  });

  test("lose their details beyond a number of bytes", async () => {
    const events = new TaskEvents(path(), ports({ maxBytes: 100 }));
    await events.add(some(5));
    expect(events.isFull).toBe(false);
    await events.add(some(50));
    expect(events.isFull).toBe(true);
    await events.release();
  });

  test("count those of a dead process", async () => {
    const dead = new TaskEvents(path(), ports());
    await dead.add(some(50));
    await dead.release();
    const events = await TaskEvents.recover(path(), ports({ maxBytes: 100 }));
    expect(events.isFull).toBe(true);
    await events.release();
  });

  test("of a dead process are found again and sent on", async () => {
    faults.refused = true;
    const dead = new TaskEvents(path(), ports());
    await dead.add(some(30));
    await dead.drain();
    await dead.release();
    faults.refused = false;
    const events = await TaskEvents.recover(path(), ports());
    await events.drain();
    expect(stored).toEqual(some(30));
    expect(events.total?.total).toBe(30);
    await events.release();
  });

  test("of a task without any leave no file", async () => {
    const events = await TaskEvents.recover(path(), ports());
    expect(events.total).toBeUndefined();
    await events.drain();
    await events.release();
  });

  test("stay in memory without a disk", async () => {
    const events = new TaskEvents(join(folder, "missing", "events"), ports());
    await events.add(some(3));
    await events.drain();
    expect(stored).toEqual(some(3));
    expect(problems).toEqual(["disk"]);
    await events.release();
  });
});
