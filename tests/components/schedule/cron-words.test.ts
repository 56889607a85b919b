import { expect, test } from "vitest";
import { cronWords } from "@/components/schedule/cron/cron-words";

test.each([
  ["30 5 * * 1-5", "At 05:30, Monday through Friday"],
  ["*/10 * * * *", "Every 10 minutes"],
  ["0 */2 * * *", "On the hour, every 2 hours"],
  ["0 9 * * *", "At 09:00, every day"],
  ["*/15 * * * 1-5", "Every 15 minutes, Monday through Friday"],
  ["@daily", "At 00:00, every day"],
  ["TZ=Europe/Berlin 0 4 * * 0", "At 04:00 on Sunday"],
])("%s is described in words", async (cron, words) => {
  expect(await cronWords(cron, "en")).toBe(words);
});

test.each(["", "@every 90m", "nonsense", "99 * * * *"])("%j has no description", async (cron) => {
  expect(await cronWords(cron, "en")).toBeNull();
});

test.each(["de", "ja", "pt", "pt-BR", "zh-CN", "uk"])("the description follows the language %s", async (language) => {
  const words = await cronWords("30 5 * * 1", language);
  expect(words).toContain("5:30");
  expect(words).not.toMatch(/only on|Monday/);
});
