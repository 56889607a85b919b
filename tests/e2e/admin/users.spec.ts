import type { Page } from "@playwright/test";
import { box, confirmDelete, dialogOf, expect, pressInRow, rowOf, save, test, toast, visit } from "../own-project";
import { post } from "../people";
import { PASSWORD } from "../start";

const passwordBox = (page: Page) =>
  dialogOf(page)
    .locator("input")
    .and(page.getByLabel(/^Password/));

async function account(page: Page, username: string, more: object = {}): Promise<void> {
  const user = { username, name: `Name of ${username}`, email: `${username}@example.com`, password: PASSWORD };
  await post(page.request, "/users", { ...user, ...more });
}

test("a user is created, edited, given a new password and deleted", async ({ page, project, playwright, baseURL }) => {
  const username = `grace-${project.id}`;
  await visit(page, "/users");
  await page.getByRole("button", { name: "New user" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  for (const text of ["Name is required", "Username is required", "Email is required", "Password is required"]) {
    await expect(form.getByText(text, { exact: true })).toBeVisible();
  }
  await box(form, "Name").fill("Grace Hopper");
  await box(form, "Username").fill(username);
  await box(form, "Email").fill(`${username}@example.com`);
  await passwordBox(page).fill(PASSWORD);
  await save(form, "Create");
  await expect(toast(page, "User Grace Hopper created")).toBeVisible();

  const row = rowOf(page, username);
  await pressInRow(row, "Edit");
  await form.getByRole("checkbox", { name: "Admin user" }).check();
  await passwordBox(page).fill("another long password");
  await save(form);
  await expect(row.getByRole("img", { name: "Yes" })).toHaveCount(1);
  const request = await playwright.request.newContext({ baseURL });
  await post(request, "/auth/login", { auth: username, password: "another long password" });
  await request.dispose();

  await pressInRow(row, "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Do you really want to delete this user?");
  await confirmDelete(page);
  await expect(row).toHaveCount(0);
});

test("an administrator revokes a user's tokens, one by one or with a new password", async ({
  page,
  project,
  playwright,
  baseURL,
}) => {
  const username = `scripts-${project.id}`;
  await account(page, username);
  const request = await playwright.request.newContext({ baseURL });
  await post(request, "/auth/login", { auth: username, password: PASSWORD });
  const newToken = async () => String((await post(request, "/user/tokens", {})).id);
  const statusWith = async (token: string) =>
    (await page.request.get("/api/user", { headers: { authorization: `Bearer ${token}` } })).status();
  const [first, second] = [await newToken(), await newToken()];
  await visit(page, "/users");
  const row = rowOf(page, username).first();
  await pressInRow(row, "Edit");
  await dialogOf(page).getByRole("button", { name: "API tokens" }).click();
  const tokens = page.getByRole("dialog", { name: `API tokens of Name of ${username}` });
  await tokens.getByRole("button", { name: `Delete token ${first.slice(0, 12)}` }).click();
  await confirmDelete(page);
  await expect(tokens.getByText(first.slice(0, 12))).toHaveCount(0);
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  await tokens.getByRole("button", { name: "Close" }).click();
  await expect(tokens).toBeHidden();
  await passwordBox(page).fill("another long password");
  await expect(dialogOf(page).getByRole("checkbox", { name: "Delete the user's API tokens too" })).toBeChecked();
  await save(dialogOf(page));
  expect(await statusWith(second)).toBe(401);
  await request.dispose();
});

test("a name in use is rejected in the dialog", async ({ page, project }) => {
  await account(page, `taken-${project.id}`);
  await visit(page, "/users");
  await page.getByRole("button", { name: "New user" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Second");
  await box(form, "Username").fill(`taken-${project.id}`);
  await box(form, "Email").fill(`second-${project.id}@example.com`);
  await passwordBox(page).fill(PASSWORD);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByRole("alert")).toContainText("This username or email is already taken");
});

test("an external account's directory fields are read-only", async ({ page, project }) => {
  await account(page, `outside-${project.id}`, { external: true });
  await visit(page, "/users");
  const row = rowOf(page, `outside-${project.id}`).first();
  await pressInRow(row, "Edit");
  const form = dialogOf(page);
  for (const name of ["Username", "Email"]) await expect(box(form, name)).toBeDisabled();
  await expect(passwordBox(page)).toBeDisabled();
  await box(form, "Name").fill("Renamed outside");
  await save(form);
  await expect(rowOf(page, "Renamed outside")).toBeVisible();
});

test("administrators can't remove their own rights", async ({ page, project: _project }) => {
  await visit(page, "/users");
  const own = rowOf(page, "You");
  await own.hover();
  await expect(own.getByRole("button", { name: "You can't delete your own account" })).toBeDisabled();
  await own.getByRole("button", { name: "Edit" }).click();
  await expect(dialogOf(page).getByRole("checkbox", { name: "Admin user" })).toBeDisabled();
  await expect(dialogOf(page)).toContainText("Only another administrator can change this for you.");
});
