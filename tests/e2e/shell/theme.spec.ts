import type { Page } from "@playwright/test";
import { expect, test, visit } from "../own-project";

const isDark = (page: Page) => expect(page.locator("html")).toHaveClass(/\bdark\b/);
const isLight = (page: Page) => expect(page.locator("html")).not.toHaveClass(/\bdark\b/);

test("the switch turns it dark, and a reload keeps it", async ({ page, project }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await visit(page, project.at("history"));
  await isLight(page);
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await isDark(page);
  await visit(page, page.url());
  await isDark(page);
  await expect(page.getByRole("switch", { name: "Dark mode" })).toBeChecked();
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await isLight(page);
});

test("without a choice it follows the system", async ({ page, project }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, project.at("history"));
  await isDark(page);
  await page.emulateMedia({ colorScheme: "light" });
  await isLight(page);
});
