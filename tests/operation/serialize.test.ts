import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn, serialize } from "@/lib/operation/serialize";

test("work with the same key runs in sequence, work with another key concurrently", async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await pause(5);
    seen.push(`${name} ends`);
  };
  await Promise.all([serialize("a", work("a")), serialize("a", work("b")), serialize("b", work("other"))]);
  expect(seen.filter((entry) => !entry.startsWith("other"))).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("a ends"));
});

test("failed work doesn't block the next", async () => {
  const failed = serialize("a", () => Promise.reject(new Error("no connection")));
  const next = serialize("a", async () => "done");
  await expect(failed).rejects.toThrow("no connection");
  expect(await next).toBe("done");
});

test("of calls with the same key so many run at once, each as soon as a place is free", async () => {
  let running = 0;
  const peaks: number[] = [];
  const work = async () => {
    peaks.push(++running);
    await pause(5);
    running--;
  };
  const turn = { key: "c", atOnce: 2, signal: new AbortController().signal };
  const call = () => inTurn(turn, work);
  await Promise.all([call(), call(), call(), call()]);
  expect(peaks).toHaveLength(4);
  expect(Math.max(...peaks)).toBe(2);
  let release = () => {};
  const slow = inTurn(turn, () => new Promise<void>((resolve) => (release = resolve)));
  for (const _ of [1, 2, 3]) await call();
  release();
  await slow;
});

test("a call that nobody waits for any more is left out", async () => {
  const abandoned = new AbortController();
  const turn = { key: "d", atOnce: 1, signal: abandoned.signal };
  const first = inTurn(turn, async () => "done");
  const second = inTurn(turn, async () => "done");
  abandoned.abort();
  await expect(first).rejects.toThrow("aborted");
  await expect(second).rejects.toThrow("aborted");
  expect(await inTurn({ ...turn, signal: new AbortController().signal }, async () => "done")).toBe("done");
});
