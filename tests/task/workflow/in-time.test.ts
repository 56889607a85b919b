import { expect, test } from "vitest";
import { inTime } from "@/lib/task/workflow/in-time";
import { evaluate } from "@/lib/workflow/rules/expression";

const values = (text: string) => ({ inputs: { text }, nodes: {}, run: {} });

test("an expression gives its value, and its own errors", () => {
  expect(inTime({ spent: 0 }, () => evaluate("inputs.text + '!'", values("a")))).toBe("a!");
  expect(() => inTime({ spent: 0 }, () => evaluate("inputs.nothing", values("a")))).toThrow("No such key: nothing");
});

test("one that would take hours ends soon, and so do all others that share its time", () => {
  const time = { spent: 0 };
  const bomb = "inputs.text.split('').filter(x, inputs.text.contains('xxxxxxxxxxxxxxxy')).size()";
  const began = performance.now();
  expect(() => inTime(time, () => evaluate(bomb, values("x".repeat(250_000))))).toThrow("take longer than");
  for (let i = 0; i < 200; i++) expect(() => inTime(time, () => evaluate("1", values("")))).toThrow("take longer than");
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(inTime({ spent: 0 }, () => evaluate("1 + 1", values("")))).toBe(2);
});
