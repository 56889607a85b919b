import { describe, expect, test } from "vitest";
import { MAX_CHUNK_BYTES, MAX_CHUNK_LINES } from "@/lib/protocol/log";
import { readLogBody, writeLogBody } from "@/lib/protocol/log-body";
import type { Frame } from "@/lib/protocol/log-frame";
import { LogRequest } from "@/lib/protocol/runner";

const frameOf = (lines: string[], time = 1_000): Frame => ({
  bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")),
  count: lines.length,
  time,
});

describe("a log body", () => {
  test("says what JSON would: lines, their numbers and their times", () => {
    const body = writeLogBody(2, 40, [frameOf(["ä", ""], 1_000), frameOf(["c"], 1_250)]);
    expect(readLogBody(body)).toEqual({
      attempt: 2,
      first_line: 40,
      time: "1970-01-01T00:00:01.000Z",
      offsets: [0, 0, 250],
      text: "ä\n\nc",
      further: [],
    });
  });

  test("comes apart into chunks that may be stored, which follow each other", () => {
    const frames = Array.from({ length: 40 }, (_, n) =>
      frameOf(Array.from({ length: 1_000 }, (_, line) => `${n * 1_000 + line} ${"x".repeat(n)}`)),
    );
    const request = LogRequest.parse(readLogBody(writeLogBody(1, 7, frames)));
    const chunks = [request, ...(request.further ?? [])];
    let next = 7;
    for (const { first_line, offsets, text } of chunks) {
      expect(first_line).toBe(next);
      expect(text.length).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
      expect(offsets.length).toBeLessThanOrEqual(MAX_CHUNK_LINES);
      next += offsets.length;
    }
    expect(chunks.map(({ text }) => `${text}\n`).join("")).toBe(frames.map(({ bytes }) => bytes.toString()).join(""));
  });

  test.each([
    ["", "nothing"],
    ["{}", "JSON"],
    ["1 0\n", "no lines"],
    ["1 0\n1 0 2\na\n1 0", "an unfinished frame"],
    ["1 0\n1 0 1\na", "a line without its end"],
    ["1 0\n999999999 0 2\na\n", "more lines than bytes"],
    ["1 0\n0 0 2\na\n", "a frame without lines"],
    ["1 0\n1 9999999999999999 2\na\n", "a time that no clock shows"],
    ["x 0\n1 0 2\na\n", "no attempt"],
  ])("is not read from %j: %s", (text) => {
    expect(readLogBody(Buffer.from(text))).toBeNull();
  });

  test.each([
    [[0, 1, -5], true],
    [[], false],
    [[0.5], false],
    [["1"], false],
    [[2 ** 31], false],
    [new Array(20_001).fill(0), false],
    ["0", false],
  ])("is accepted with the times %j of its lines: %s", (offsets, isAccepted) => {
    const body = { attempt: 1, first_line: 0, time: "2026-01-01T00:00:00Z", offsets, text: "a" };
    expect(LogRequest.safeParse(body).success).toBe(isAccepted);
  });
});
