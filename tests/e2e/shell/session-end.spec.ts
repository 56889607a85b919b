import type { Page } from "@playwright/test";
import { box, dialogOf, expect, makeScript, rowOf, save, test, visit } from "../own-project";
import { signInBy, team, usernameOf } from "../people";
import { PASSWORD } from "../start";
import { finishTask } from "../task/work";

const again = (page: Page) => page.getByRole("dialog", { name: "Sign in again" });

async function answer(page: Page, password = PASSWORD): Promise<void> {
  await again(page).getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("a session that ends while a form is open asks to sign in over it, and nothing typed is lost", async ({
  page,
  project,
}) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await box(dialogOf(page), "Name").fill("Typed for minutes");
  await page.context().clearCookies();
  await dialogOf(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByLabel("Username or email")).toHaveValue("admin");
  await expect(again(page).getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await answer(page, "wrong");
  await expect(again(page)).toContainText("Incorrect username or password");
  await answer(page);
  await expect(again(page)).toBeHidden();
  await expect(dialogOf(page).getByText("Please sign in again")).toHaveCount(0);
  await expect(dialogOf(page).getByRole("button", { name: "Create", exact: true })).toBeFocused();
  await expect(box(dialogOf(page), "Name")).toHaveValue("Typed for minutes");
  await save(dialogOf(page), "Create");
  await expect(rowOf(page, "Typed for minutes")).toBeVisible();
  await expect(page.locator("[data-live=live]")).toBeAttached();
});

test("a page without a form asks too, and goes on live after a sign-in in another tab", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("history"));
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Edit account" }).click();
  await page.getByRole("button", { name: "API tokens" }).click();
  await expect(again(page)).toBeVisible();
  await signInBy(page.request, "admin");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(again(page)).toBeHidden();
  const task = await project.make("tasks", { template_id });
  // Under the open dialogs.
  await expect(page.locator("tbody tr").filter({ hasText: `#${task.id}` })).toBeVisible();
});

test("a sign-in as somebody else loads the page for that user", async ({ page, project }) => {
  const other = await team(page.request, "Somebody else");
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await box(dialogOf(page), "Name").fill("Of the admin");
  await page.context().clearCookies();
  await dialogOf(page).getByRole("button", { name: "Create", exact: true }).click();
  await again(page).getByLabel("Username or email").fill(usernameOf("guest", other.project));
  await answer(page);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a link to a line opens at that line after signing in", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo one\necho two\necho three\n");
  const task = await finishTask(project, { template_id });
  await page.context().clearCookies();
  await page.goto(`${project.at(`tasks/${task}`)}#L2`);
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel("Username or email").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(new RegExp(`/tasks/${task}#L2$`));
});
