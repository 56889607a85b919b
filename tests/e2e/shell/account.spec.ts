import type { Locator, Page } from "@playwright/test";
import { box, dialogOf, expect, save, test, toast, visit } from "../own-project";
import { pageOf, signInBy, team, usernameOf } from "../people";
import { PASSWORD } from "../start";

async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Edit account" }).click();
  return page.getByRole("dialog", { name: "Edit account" });
}

test("changing your own name takes effect at once, and users can't change their own admin flag", async ({
  browser,
  page,
  project,
}) => {
  const ours = await team(page.request, `${project.name}: name`);
  const guest = await pageOf(browser, "guest", ours);
  await visit(guest, `/project/${ours.project}/history`);
  const form = await openAccount(guest);
  await expect(form.getByRole("checkbox", { name: "Admin user" })).toHaveCount(0);
  await expect(form.getByLabel(/^Password/)).toHaveCount(0);
  await box(form, "Name").fill("Guest of honour");
  await form.getByRole("checkbox", { name: "Send alerts" }).check();
  await save(form);
  await expect(guest.getByRole("button", { name: "Account menu" })).toContainText("Guest of honour");
  await guest.context().close();
});

test("the profile is a page with the account, this browser's preferences and the tokens", async ({
  browser,
  page,
  project,
}) => {
  const ours = await team(page.request, `${project.name}: profile`);
  const guest = await pageOf(browser, "guest", ours);
  await visit(guest, `/project/${ours.project}/history`);
  await guest.getByRole("button", { name: "Account menu" }).click();
  await guest.getByRole("menuitem", { name: "Profile" }).click();
  await guest.waitForURL("**/profile");
  const main = guest.getByRole("main");
  await expect(main.getByText("Emails you when a task in one of your projects fails.")).toBeVisible();
  await box(main, "Name").fill("Guest of the page");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByRole("button", { name: "Account menu" })).toContainText("Guest of the page");
  const home = main.getByRole("switch", { name: "Start with the overview of all projects" });
  await home.click();
  await visit(guest, "/profile");
  await expect(home).toBeChecked();
  await main.getByRole("button", { name: "New token" }).click();
  await expect(main.getByRole("code").first()).toBeVisible();
  await expect(main.getByRole("button", { name: "Change password" })).toBeVisible();
  await guest.context().close();
});

test("a password change requires the old one, and ends other sessions", async ({ browser, page, project }) => {
  const ours = await team(page.request, `${project.name}: password`);
  const here = await pageOf(browser, "task_runner", ours);
  const elsewhere = await pageOf(browser, "task_runner", ours);
  await visit(here, `/project/${ours.project}/history`);
  await (await openAccount(here)).getByRole("button", { name: "Change password" }).click();
  const form = here.getByRole("dialog", { name: "Change password" });
  const boxes = form.locator("input");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("The current password is required")).toBeVisible();
  await expect(form.getByText("Password is required", { exact: true })).toBeVisible();
  await boxes.first().fill("not the old one");
  await boxes.last().fill("a brand new password");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("The current password is incorrect");
  await boxes.first().fill(PASSWORD);
  await save(form);
  await expect(toast(here, "The password has been changed.")).toBeVisible();

  expect((await here.request.get("/api/user")).status()).toBe(200);
  expect((await elsewhere.request.get("/api/user")).status()).toBe(401);
  const data = { auth: usernameOf("task_runner", ours.project), password: "a brand new password" };
  expect((await elsewhere.request.post("/api/auth/login", { data })).status()).toBe(204);
  for (const each of [here, elsewhere]) await each.context().close();
});

test("a new password lists the user's tokens and revokes them on request", async ({
  browser,
  page,
  project,
  playwright,
  baseURL,
}) => {
  const ours = await team(page.request, `${project.name}: tokens`);
  const here = await pageOf(browser, "manager", ours);
  const { id: token } = await (await here.request.post("/api/user/tokens")).json();
  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  await visit(here, `/project/${ours.project}/history`);
  const change = async (current: string, next: string, endTokens: boolean) => {
    await (await openAccount(here)).getByRole("button", { name: "Change password" }).click();
    const form = here.getByRole("dialog", { name: "Change password" });
    await expect(form.getByText(`${token.slice(0, 12)}…`)).toBeVisible();
    await form.locator("input").first().fill(current);
    await form.locator("input").nth(1).fill(next);
    const ending = form.getByRole("checkbox", { name: "Delete my API tokens too" });
    await expect(ending).not.toBeChecked();
    if (endTokens) await ending.check();
    await save(form);
    await expect(toast(here, "The password has been changed.").last()).toBeVisible();
    await here.keyboard.press("Escape");
    await expect(dialogOf(here)).toBeHidden();
  };
  await change(PASSWORD, "a brand new password", false);
  expect((await script.get("/api/user")).status()).toBe(200);
  await change("a brand new password", "yet another password", true);
  expect((await script.get("/api/user")).status()).toBe(401);
  await script.dispose();
  await here.context().close();
});

test("an API token is shown once, works, and is deleted", async ({ page, project, playwright, baseURL }) => {
  await signInBy(page.request, "admin");
  await visit(page, project.at("history"));
  await (await openAccount(page)).getByRole("button", { name: "API tokens" }).click();
  const tokens = page.getByRole("dialog", { name: "API tokens" });
  await expect(tokens.getByText("You have no tokens.")).toBeVisible();
  await tokens.getByRole("button", { name: "New token" }).click();
  const token = await tokens.getByRole("code").innerText();
  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await script.get("/api/user")).status()).toBe(200);
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("button", { name: "API tokens" }).click();
  await expect(tokens).toContainText(/From (127\.0\.0\.1|::1)/);
  await tokens.getByRole("button", { name: `Delete token ${token.slice(0, 12)}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(tokens.getByText("You have no tokens.")).toBeVisible();
  expect((await script.get("/api/user")).status()).toBe(401);
  await script.dispose();
  await tokens.getByRole("button", { name: "New token" }).click();
  const unused = await tokens.getByRole("code").innerText();
  await tokens.getByRole("button", { name: `Delete token ${unused.slice(0, 12)}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(tokens.getByText("You have no tokens.")).toBeVisible();
  await expect(tokens.getByRole("code")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveAccessibleName("Edit account");
});
