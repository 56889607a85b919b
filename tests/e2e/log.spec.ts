import type { Page } from "@playwright/test";
import { openTask } from "./open-task";
import { expect, test } from "./product";

const SCRIPT = `
seq 1 5000 | sed 's/^/number /'
printf '\\033[31mfatal\\033[0m: nothing is ready\\n'
seq 5001 9000 | sed 's/^/number /'
exit 1
`;

const shown = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true });
const count = (page: Page) => page.getByRole("search").getByRole("status");

test("a failed task opens at its first error", async ({ page }) => {
  await openTask(page, SCRIPT);
  await expect(shown(page, "fatal: nothing is ready")).toBeVisible();
  await page.keyboard.press("Shift+G");
  await expect(shown(page, "number 9000")).toBeVisible();
  await page.keyboard.press("e");
  await expect(shown(page, "fatal: nothing is ready")).toBeVisible();
});

test("search finds a text anywhere, and Escape closes it", async ({ page }) => {
  await openTask(page, SCRIPT);
  await page.getByRole("log").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("/");
  await page.keyboard.type("NUMBER 88");
  await expect(count(page)).toHaveText("1 of 111");
  await expect(shown(page, "number 88")).toBeVisible();
  await page.keyboard.press("Shift+Enter");
  await expect(count(page)).toHaveText("111 of 111");
  await expect(shown(page, "number 8899")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(count(page)).toHaveCount(0);
});

test("long lines wrap, and every line can still be reached", async ({ page }) => {
  await openTask(page, `seq 1 3000 | sed 's/$/ ${"word ".repeat(80)}/'\n`);
  await page.getByRole("log").focus();
  await page.keyboard.press("w");
  await page.keyboard.press("g");
  const first = page.locator("[data-line]").first();
  await expect(first).toHaveAttribute("data-line", "1");
  await expect.poll(async () => (await page.locator('[data-line="10"]').boundingBox())?.height).toBeGreaterThan(30);
  await page.keyboard.press("Shift+G");
  await expect(page.getByRole("log").getByText(/^3000 /)).toBeVisible();
});

/** The number of the first line that is visible. */
const topLine = (page: Page) =>
  page.getByRole("log").evaluate((log) => {
    const { top } = log.getBoundingClientRect();
    const rows = [...log.querySelectorAll("[data-line]")];
    const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1);
    return Number(first?.getAttribute("data-line"));
  });

test("wrapping lines keeps the place, in the middle and at the end", async ({ page }) => {
  await openTask(page, `seq 1 300 | sed 's/$/ ${"word ".repeat(80)}/'\n`);
  const log = page.getByRole("log");
  await log.focus();
  const isWrapped = async () => ((await log.locator("[data-line]").first().boundingBox())?.height ?? 0) > 30;
  const away = async (place: number) => Math.abs((await topLine(page)) - place);
  for (const share of [0.5, 0.2, 0.8]) {
    await log.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), share);
    await expect.poll(() => away(300 * share)).toBeLessThanOrEqual(10);
    const place = await topLine(page);
    for (const wrapped of [true, false]) {
      await page.keyboard.press("w");
      await expect.poll(isWrapped).toBe(wrapped);
      await expect.poll(() => away(place), `line ${place}`).toBeLessThanOrEqual(1);
    }
  }
  // Both at once: before the browser says that the log was scrolled.
  const press = (...keys: string[]) =>
    log.evaluate((element, pressed) => {
      for (const key of pressed)
        element.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: key === "G", bubbles: true }));
    }, keys);
  await press("G", "w");
  await expect(log.getByText(/^300 /)).toBeInViewport();
  await page.keyboard.press("w");
  await expect(log.getByText(/^300 /)).toBeInViewport();
  await page.keyboard.press("w");
  await expect.poll(isWrapped).toBe(true);
  await page.keyboard.press("g");
  await expect(log.getByText(/^1 /)).toBeInViewport();
  await press("G", "w");
  await expect.poll(isWrapped).toBe(false);
  await expect(log.getByText(/^300 /)).toBeInViewport();
});

test("several lines can be linked to", async ({ page }) => {
  await openTask(page, SCRIPT);
  await page.getByRole("link", { name: "5001", exact: true }).click();
  await page.getByRole("link", { name: "5003", exact: true }).click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/#L5001-L5003$/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Copy a link to lines 5001–5003" })).toBeVisible();
});
