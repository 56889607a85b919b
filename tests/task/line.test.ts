import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLine } from "@/lib/task/queue/line";

test("claims of one project follow each other, those of another do not wait for them", async () => {
  const seen: string[] = [];
  const claim = (name: string) => async () => {
    seen.push(`${name} begins`);
    await pause(5);
    seen.push(`${name} ends`);
  };
  await Promise.all([inLine(1, claim("a")), inLine(1, claim("b")), inLine(2, claim("other"))]);
  expect(seen.filter((entry) => !entry.startsWith("other"))).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("a ends"));
});

test("a claim that fails holds up nobody", async () => {
  const failed = inLine(1, () => Promise.reject(new Error("no connection")));
  const next = inLine(1, async () => "claimed");
  await expect(failed).rejects.toThrow("no connection");
  expect(await next).toBe("claimed");
});
