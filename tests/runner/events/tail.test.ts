import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Tail } from "@/runner/events/tail";

let folder: string;
let path: string;
let tail: Tail;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-tail-"));
  path = join(folder, "events");
  writeFileSync(path, "");
  tail = await Tail.open(path);
});
afterEach(async () => {
  await tail.close();
  rmSync(folder, { recursive: true });
});

async function readAll(): Promise<string[]> {
  const all: string[] = [];
  for (let lines = await tail.read(); lines.length > 0; lines = await tail.read()) all.push(...lines);
  return all;
}

test("reads each line once, and an unfinished one when its end is there", async () => {
  expect(await readAll()).toEqual([]);
  appendFileSync(path, "one\ntwo\nthr");
  expect(await readAll()).toEqual(["one", "two"]);
  appendFileSync(path, "ee\n");
  expect(await readAll()).toEqual(["three"]);
  expect(await readAll()).toEqual([]);
});

test("puts lines together that are longer than a read, in any alphabet", async () => {
  const long = "日本語".repeat(100_000);
  appendFileSync(path, `${long}\nshort\n${long}\n`);
  expect(await readAll()).toEqual([long, "short", long]);
});

test("forgets a line without end", async () => {
  appendFileSync(path, "x".repeat(9 * 1024 * 1024));
  expect(await readAll()).toEqual([]);
  appendFileSync(path, "\nnext\n");
  expect((await readAll()).at(-1)).toBe("next");
});

test("goes on with its own file when another takes the place", async () => {
  rmSync(path);
  writeFileSync(path, "of somebody else\n");
  expect(await readAll()).toEqual([]);
});

test("tells when lines may be lost because the file was emptied, and goes on with those that follow", async () => {
  appendFileSync(path, "one\ntwo\nhal");
  expect(await readAll()).toEqual(["one", "two"]);
  expect(tail.hasLost).toBe(false);
  truncateSync(path);
  appendFileSync(path, "next\n");
  expect(await readAll()).toEqual(["next"]);
  expect(tail.hasLost).toBe(true);
});
