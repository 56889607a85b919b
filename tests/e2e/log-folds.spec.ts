import type { Page } from "@playwright/test";
import { violations } from "./axe";
import { openTask } from "./open-task";
import { expect, test } from "./product";

const SCRIPT = `
echo '::group::Install packages'
seq 1 600 | sed 's/^/package /'
echo '::endgroup::'
echo between
echo 'PLAY [web] *********'
echo
echo 'TASK [nginx : install] *********'
echo 'ok: [web1]'
seq 1 1000 | sed 's/^/detail /'
echo
echo 'TASK [nginx : start] *********'
echo 'changed: [web1]'
echo the end
`;

const log = (page: Page) => page.getByRole("log");
const heading = (page: Page, name: string) => log(page).getByRole("button", { name, exact: true });
const shown = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const where = (page: Page) => page.getByRole("navigation", { name: "Current section" });

test("sections fold by mouse and keyboard, and a jump unfolds what hides its line", async ({ page }) => {
  await openTask(page, SCRIPT);
  await expect(shown(page, "the end")).toBeVisible();
  await expect(heading(page, "TASK [nginx : start]")).toHaveAttribute("aria-expanded", "true");
  await log(page).focus();
  await page.keyboard.press("g");
  await heading(page, "Install packages").click();
  await expect(heading(page, "Install packages")).toHaveAttribute("aria-expanded", "false");
  await expect(log(page).getByText("601 lines")).toBeVisible();
  await expect(shown(page, "package 1")).toHaveCount(0);
  await expect(shown(page, "between")).toBeVisible();
  await expect(shown(page, "TASK [nginx : install]")).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type("package 300");
  await expect(shown(page, "package 300")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Shift+Z");
  await expect(shown(page, "package 300")).toHaveCount(0);
  for (const name of ["Install packages", "TASK [nginx : install]", "TASK [nginx : start]"])
    await expect(heading(page, name)).toHaveAttribute("aria-expanded", "false");
  await expect(heading(page, "PLAY [web]")).toHaveAttribute("aria-expanded", "true");
  await expect(shown(page, "between")).toBeVisible();
  // The last section, too, says how much is hidden.
  await expect(log(page).getByText(/^[\d,]+ lines$/)).toHaveCount(3);
  await page.keyboard.press("Shift+Z");
  await page.keyboard.press("Shift+G");
  await expect(shown(page, "the end")).toBeVisible();
});

test("a heading on top says which section is in sight, and leads to its beginning", async ({ page }) => {
  await openTask(page, SCRIPT);
  await log(page).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("detail 500");
  await expect(shown(page, "detail 500")).toBeVisible();
  await expect(where(page)).toContainText("PLAY [web]");
  await expect(where(page)).toContainText("TASK [nginx : install]");
  await page.keyboard.press("Escape");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("z");
  await expect(heading(page, "TASK [nginx : install]")).toHaveAttribute("aria-expanded", "false");
  await expect(shown(page, "detail 500")).toHaveCount(0);
  await heading(page, "TASK [nginx : install]").click();
  await expect(shown(page, "detail 1")).toBeVisible();
});
