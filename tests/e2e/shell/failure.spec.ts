import type { Page } from "@playwright/test";
import { expect, test, visit } from "../own-project";

const failureOf = (page: Page) => page.getByRole("alert").filter({ hasText: "This screen could not be loaded" });

/** From now on, the browser gets no script that it hasn't got yet. */
const loseScripts = (page: Page) => page.route("**/_next/static/**/*.js", (route) => route.abort());

test("a screen that can't be loaded says so, within the console", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  // It comes with what the first interaction loads.
  const loaded = page.waitForLoadState("networkidle");
  await page.mouse.move(300, 300);
  await page.getByRole("link", { name: "Schedule", exact: true }).hover();
  await loaded;
  await page.waitForLoadState("networkidle");
  await loseScripts(page);
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await expect(failureOf(page).getByRole("button", { name: "Sign in again" })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await page.unrouteAll();
  await failureOf(page).getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Schedule" })).toBeVisible();
});

test("a screen that can't be loaded says so, even if the reason can't be loaded either", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await loseScripts(page);
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await expect(failureOf(page).getByRole("button")).toHaveText("Refresh");
  await page.unrouteAll();
  await failureOf(page).getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Schedule" })).toBeVisible();
});

test("every page has each drawing once, also a missing page, which only the browser renders", async ({
  page,
  project,
}) => {
  for (const path of ["keys", "nothing"]) {
    await page.goto(project.at(path));
    await expect(page.locator("symbol#status-stopped > path")).toHaveCount(1);
    // Still after React has taken over.
    await page.waitForLoadState("networkidle");
    await expect(page.locator("symbol#status-stopped > path")).toHaveCount(1);
  }
});
