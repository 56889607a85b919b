import type { Page } from "@playwright/test";
import { violations } from "./axe";
import { openTask } from "./open-task";
import { expect, test } from "./product";

const SCRIPT = `
seq 1 3000 | sed 's/^/number /'
echo 'error: first'
seq 3001 6000 | sed 's/^/number /'
echo 'See https://example.com/a?b=1&c=2.'
printf '\\033[38;5;208morange\\033[0m \\033[1mbold\\033[0m\\n'
`;

const log = (page: Page) => page.getByRole("log");
const shown = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const count = (page: Page) => page.getByRole("search").getByRole("status");

test("search tells capital letters from small ones, and takes regular expressions", async ({ page }) => {
  await openTask(page, SCRIPT);
  await log(page).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("NUMBER 60");
  await expect(count(page)).toHaveText(/ of 12$/);
  await page.getByRole("button", { name: "Match case" }).click();
  await expect(count(page)).toHaveText("no match");
  await page.getByRole("button", { name: "Match case" }).click();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await page.getByRole("searchbox").fill("^number 5.99$");
  await expect(count(page)).toHaveText(/ of 10$/);
  await expect(
    log(page)
      .getByText(/^number 5\d99$/)
      .first(),
  ).toBeVisible();
  await page.getByRole("searchbox").fill("number (");
  await expect(count(page)).toHaveText("Not a valid regular expression");
  expect(await violations(page)).toEqual([]);
});

test("a search that failed is repeated by Enter", async ({ page }) => {
  await openTask(page, SCRIPT);
  const searches = /\/output\?.*search=/;
  await page.route(searches, (route) => route.fulfill({ status: 500, json: { error: "Broken on purpose." } }));
  await log(page).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("number 60");
  await expect(count(page)).toHaveText("The search failed. Try again.");
  await page.unroute(searches);
  await page.keyboard.press("Enter");
  await expect(count(page)).toHaveText(/ of 12$/);
});

test("a line is reached by its number, and an error before by a key", async ({ page }) => {
  await openTask(page, SCRIPT);
  await expect(shown(page, "orange")).toBeVisible();
  await log(page).focus();
  await page.keyboard.press("Shift+E");
  await expect(shown(page, "error: first")).toBeVisible();
  for (const key of [":", "Control+g"]) {
    await page.keyboard.press(key);
    await page.keyboard.type("1234");
    await page.keyboard.press("Enter");
    await expect(page.locator('[data-line="1234"]')).toBeVisible();
    await expect(page).toHaveURL(/#L1234$/);
    await page.keyboard.press("g");
    await expect(page.locator('[data-line="1"]')).toBeVisible();
  }
  await page.getByRole("button", { name: /^[\d,]+ lines$/ }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Go to line" })).toHaveCount(0);
});

test("addresses are links to what they show, and colours are classes", async ({ page }) => {
  await openTask(page, SCRIPT);
  const link = log(page).getByRole("link", { name: "https://example.com/a?b=1&c=2" });
  await expect(link).toHaveAttribute("href", "https://example.com/a?b=1&c=2");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(shown(page, "orange")).toHaveClass("ansi-fg ansi-f208");
  await expect(shown(page, "bold")).toHaveClass("font-bold");
  await expect(shown(page, "orange")).not.toHaveCSS(
    "color",
    await log(page).evaluate((at) => getComputedStyle(at).color),
  );
});

test("a stage can be shown alone, until a jump leads out of it", async ({ page }) => {
  await openTask(page, SCRIPT);
  await expect(shown(page, "orange")).toBeVisible();
  const stages = page.getByRole("navigation", { name: "Stages" });
  const first = stages.getByRole("button", { name: /^Only / }).first();
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator('[data-line="1"]')).toBeVisible();
  await expect(shown(page, "orange")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all lines" }).click();
  await log(page).focus();
  await page.keyboard.press("Shift+G");
  await expect(shown(page, "orange")).toBeVisible();
  await first.click();
  await log(page).focus();
  await page.keyboard.press("Shift+E");
  await expect(shown(page, "error: first")).toBeVisible();
  await expect(first).toHaveAttribute("aria-pressed", "false");
});

test("a selected text gives a link to its lines, and has no line numbers", async ({ page }) => {
  await openTask(page, SCRIPT);
  await expect(shown(page, "orange")).toBeVisible();
  const [from, to] = [await shown(page, "number 5998").boundingBox(), await shown(page, "number 6000").boundingBox()];
  if (!from || !to) throw new Error("the lines are not visible");
  await page.mouse.move(from.x + 1, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 2, to.y + 5, { steps: 5 });
  await page.mouse.up();
  const text = await page.evaluate(() => window.getSelection()?.toString());
  expect(text).toMatch(/^number 5998\n+number 5999\n+number 6000$/);
  await expect(page).toHaveURL(/#L\d+-L\d+$/);
  await expect(page.getByRole("button", { name: /^Copy a link to lines / })).toBeVisible();
});

const FAILING = `
seq 1 12 | sed 's/^/step /'
echo 'error: one'
seq 13 300 | sed 's/^/step /'
echo 'ERROR two'
seq 301 600 | sed 's/^/step /'
echo 'fatal: three'
exit 1
`;

test("the next error is the one below what is in sight", async ({ page }) => {
  await openTask(page, FAILING);
  await expect(shown(page, "error: one")).toBeInViewport();
  await log(page).focus();
  await page.keyboard.press("e");
  await expect(shown(page, "ERROR two")).toBeInViewport();
  await page.keyboard.press("g");
  await expect(page.locator('[data-line="1"]')).toBeInViewport();
  await page.keyboard.press("e");
  await expect(shown(page, "error: one")).toBeInViewport();
  await page.keyboard.press("e");
  await expect(shown(page, "ERROR two")).toBeInViewport();
  await page.keyboard.press("e");
  await expect(shown(page, "fatal: three")).toBeInViewport();
  await page.keyboard.press("Shift+E");
  await expect(shown(page, "ERROR two")).toBeInViewport();
  const why = page.getByRole("region", { name: "Why it failed" });
  await expect(why.getByText("error: one")).toBeVisible();
  await expect(why.getByText("fatal: three")).toBeVisible();
});

test("the lines that a regular expression matches are marked, also those beside the current one", async ({ page }) => {
  await openTask(page, SCRIPT);
  await log(page).focus();
  await page.keyboard.press("/");
  await page.getByRole("button", { name: "Regular expression" }).click();
  await page.getByRole("searchbox").fill("^number 1[0-9]{2}$");
  await expect(count(page)).toHaveText(/ of 100$/);
  const colourOf = (text: string) =>
    shown(page, text).evaluate((at) => getComputedStyle(at.closest("[data-line]") ?? at).backgroundColor);
  await expect(shown(page, "number 100")).toBeInViewport();
  expect(await colourOf("number 105")).toBe(await colourOf("number 110"));
  expect(await colourOf("number 105")).not.toBe(await colourOf("number 99"));
  expect(await violations(page)).toEqual([]);
});
