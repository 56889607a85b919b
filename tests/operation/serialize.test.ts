import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { serialize } from "@/lib/operation/serialize";

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
