import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { serialize } from "@/lib/operation/serialize";

test("work with one key runs one after the other, work with another key does not wait for it", async () => {
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

test("work that fails does not hold up the next", async () => {
  const failed = serialize("a", () => Promise.reject(new Error("no connection")));
  const next = serialize("a", async () => "done");
  await expect(failed).rejects.toThrow("no connection");
  expect(await next).toBe("done");
});
