import { randomBytes, randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES } from "@/lib/protocol/log";
import { LineCutter, type Lines } from "@/lib/redact/lines";

/** All lines of a text that arrives in the given pieces. */
function cut(pieces: Buffer[]): string[] {
  const cutter = new LineCutter();
  const parts = [...pieces.map((piece) => cutter.push(piece)), cutter.end()].filter(
    (lines): lines is Lines => lines !== null,
  );
  for (const { bytes, count } of parts) {
    expect(bytes.at(-1)).toBe(10);
    expect(bytes.toString().split("\n")).toHaveLength(count + 1);
  }
  return Buffer.concat(parts.map(({ bytes }) => bytes))
    .toString()
    .split("\n")
    .slice(0, -1);
}

const cutText = (text: string | Buffer): string[] => cut([Buffer.from(text)]);

describe("lines", () => {
  test.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\nb\n", ["a", "", "b"]],
    ["a\r\nb\r\r\nc", ["a", "b", "c"]],
    ["10%\r20%\r100%\n", ["10%\r20%\r100%"]],
    ["nul\0here\n", ["nul\ufffdhere"]],
  ])("%j", (text, expected) => {
    expect(cutText(text)).toEqual(expected);
  });

  test("are valid UTF-8 even if the bytes are not, and characters split by the stream are joined", () => {
    expect(cutText(Buffer.from([0x61, 0xff, 0xfe, 0x0a]))).toEqual(["a\ufffd\ufffd"]);
    const text = Buffer.from("grün 日本 🚀\n");
    for (let at = 0; at <= text.length; at++)
      expect(cut([text.subarray(0, at), text.subarray(at)])).toEqual(["grün 日本 🚀"]);
  });

  test("longer than the limit are split between characters without loss", () => {
    for (const unit of ["x", "ü", "日", "🚀"]) {
      const line = unit.repeat(MAX_LINE_BYTES + randomInt(1, 100));
      const whole = Buffer.from(`${line}\nnext\n`);
      const pieces = [whole, ...Array.from({ length: 3 }, () => randomInt(1, whole.length))];
      for (const piece of pieces) {
        const parts = typeof piece === "number" ? [whole.subarray(0, piece), whole.subarray(piece)] : [piece];
        const lines = cut(parts);
        expect(lines.at(-1)).toBe("next");
        expect(lines.slice(0, -1).join("")).toBe(line);
        for (const part of lines) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(MAX_LINE_BYTES);
      }
    }
  });

  test("of exactly the limit stay whole, also when the newline arrives later", () => {
    const line = "x".repeat(MAX_LINE_BYTES);
    expect(cut([Buffer.from(line), Buffer.from("\n")])).toEqual([line]);
    expect(cutText(`${line}\n`)).toEqual([line]);
  });

  test("of endless noise stay within the limit", () => {
    const cutter = new LineCutter();
    for (let round = 0; round < 100; round++) {
      const lines = cutter.push(randomBytes(60_000));
      for (const line of lines?.bytes.toString().split("\n") ?? [])
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    }
  });

  test("of only carriage returns take no time", () => {
    const flood = "\r".repeat(300_000);
    expect(cutText(`${flood}\n`).join("")).toBe("");
    expect(cutText(`${flood}a\r\n`).at(-1)).toMatch(/^\r+a$/);
  });

  test.each([
    ["fetching https://user:pa55@git.example.com/x.git now", "fetching https://****@git.example.com/x.git now"],
    ["https://example.com:443/a@b and ssh://git@host/x", "https://example.com:443/a@b and ssh://git@host/x"],
    ["> Authorization: Bearer abc.def-123", "> Authorization: Bearer ****"],
    ['{"authorization": "Basic dXNlcg=="}', '{"authorization": "Basic ****"}'],
  ])("hide credentials by their looks: %s", (line, expected) => {
    expect(cutText(`${line}\n`)).toEqual([expected]);
  });
});
