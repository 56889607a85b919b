import type { Page } from "@playwright/test";
import { expect, test, toast, visit } from "../own-project";

/** The page has noticed it, too. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/** What shows them is loaded by the first interaction. */
const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ });

const WAITING = "The page opens as soon as the connection is back";

test("a click while the server can't be reached keeps the page, and opens the next one afterwards", async ({
  page,
  project,
}) => {
  await visit(page, project.at("keys"));
  await page.mouse.move(200, 200);
  await expect(toasts(page)).toBeAttached();
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).click();
  await expect(toast(page, WAITING)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Key store" })).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("repositories")}`);
  await expect(page.getByRole("heading", { level: 1, name: "Repositories" })).toBeVisible();
  await expect(toast(page, WAITING)).toBeHidden();
});

test("the page is kept also if nothing was touched before", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.waitForFunction(() => !String(window.fetch).includes("[native code]"));
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Key store" })).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("repositories")}`);
});

test("what could not be loaded offline is loaded afterwards", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await goOffline(page);
  await page.mouse.move(200, 200);
  await page.context().setOffline(false);
  await expect(async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await expect(toasts(page)).toBeAttached({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
});

test("so does a key, and the page that was asked for last opens", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.keyboard.press("Shift");
  await expect(toasts(page)).toBeAttached();
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, WAITING)).toBeVisible();
  await page.getByRole("link", { name: "Team" }).focus();
  await page.keyboard.press("Enter");
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("team")}`);
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
});

test("a save while offline fails at once and is not repeated", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Once");
  await goOffline(page);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Can't reach the server");
  await page.context().setOffline(false);
  expect(await project.read<{ name: string }[]>("environment")).not.toContainEqual(
    expect.objectContaining({ name: "Once" }),
  );
});
