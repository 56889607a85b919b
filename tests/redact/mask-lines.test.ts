import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maskLines } from "@/lib/redact/mask-lines";
import { Masker } from "@/lib/redact/masker";

/** The lines as they leave when they arrive in batches. */
function maskInBatches(masker: Masker, batches: string[][]): string[] {
  const masked: string[] = [];
  let held: string[] = [];
  for (const [index, batch] of batches.entries()) {
    const lines = [...held, ...batch];
    const result = maskLines(masker, lines, index === batches.length - 1);
    masked.push(...result.masked);
    held = result.held === 0 ? [] : lines.slice(-result.held);
  }
  return masked;
}

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const text = (length: number): string => Array.from({ length }, () => pick([..."abcü"])).join("");

describe("masking lines that arrive in batches", () => {
  const masker = new Masker(["correct-horse", "one\ntwo-three", 'q"uo&te']);

  test.each([
    ["in one line", ["a correct-horse b"], ["a **** b"]],
    ["cut between two lines", ["a correct-", "horse b"], ["a ****", " b"]],
    ["cut twice", ["a corr", "ect-h", "orse b"], ["a ****", "", " b"]],
    ["of several lines", ["one", "two-three", "four"], ["****", "", "four"]],
    ["escaped and cut", ["q%22u", "o%26te."], ["****", "."]],
    [
      "in base64, wrapped",
      [
        ...(Buffer.from("correct-horse")
          .toString("base64")
          .match(/.{1,9}/g) ?? []),
      ],
      ["****", "Q", "=="],
    ],
  ])("hides a secret %s, and keeps the number of lines", (_, lines, masked) => {
    expect(maskLines(masker, lines, true)).toEqual({ masked, held: 0 });
    expect(maskInBatches(masker, [...lines.map((line) => [line]), []])).toEqual(masked);
  });

  test("holds only lines that may begin a secret, and gives them away at the end", () => {
    expect(maskLines(masker, ["plain", "a correct"], false)).toEqual({ masked: ["plain"], held: 1 });
    expect(maskLines(masker, ["plain", "a corrects"], false)).toEqual({ masked: ["plain", "a corrects"], held: 0 });
    expect(maskLines(masker, ["a correct"], true)).toEqual({ masked: ["a correct"], held: 0 });
    expect(maskLines(new Masker([]), ["correct", ""], false)).toEqual({ masked: ["correct", ""], held: 0 });
  });

  test("gives the same lines however they are batched, and no secret in any of them", () => {
    for (let round = 0; round < 300; round++) {
      const secrets = [text(randomInt(4, 9)), text(randomInt(4, 9)), `${text(5)}\n${text(5)}`];
      const random = new Masker(secrets);
      const whole = Array.from({ length: 12 }, () => (randomInt(3) === 0 ? pick(secrets) : text(randomInt(8)))).join(
        "",
      );
      const lines = whole.split("\n").flatMap((line) => line.match(/.{1,7}/gu) ?? [""]);
      const batches: string[][] = [];
      for (let at = 0; at < lines.length; ) {
        const size = randomInt(1, 4);
        batches.push(lines.slice(at, at + size));
        at += size;
      }
      const masked = maskInBatches(random, batches);
      expect(masked).toHaveLength(lines.length);
      expect(masked).toEqual(maskLines(random, lines, true).masked);
      for (const secret of secrets.flatMap((one) => [one, one.replace("\n", "")]))
        expect(masked.join("")).not.toContain(secret);
    }
  });
});
