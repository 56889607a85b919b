import { confirmDelete, dialogOf, expect, pick, pressInRow, rowOf, save, test, toast, visit } from "../own-project";
import { pageOf, post, team, usernameOf } from "../people";
import { PASSWORD } from "../start";

test("a user is added, given another role and removed", async ({ page, project }) => {
  const username = `joins-${project.id}`;
  const account = { username, name: "Joining Jane", email: `${username}@example.com`, password: PASSWORD };
  await post(page.request, "/users", account);
  await visit(page, project.at("team"));
  await page.getByRole("button", { name: "New team member" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Add member" }).click();
  await expect(form.getByText("User is required")).toBeVisible();
  await form.getByRole("combobox", { name: "User" }).click();
  const search = page.getByPlaceholder("Search").last();
  if (await search.isVisible()) await search.fill(username);
  await page.getByRole("option", { name: username }).click();
  await pick(form, "Role", "Guest");
  await save(form, "Add member");

  const row = rowOf(page, username);
  await row.getByRole("combobox", { name: "Role of Joining Jane" }).click();
  await page.getByRole("option", { name: "Manager" }).click();
  await expect
    .poll(async () => (await project.read<{ role: string }[]>("users")).map(({ role }) => role).sort())
    .toEqual(["manager", "owner"]);
  await pressInRow(row, "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Do you really want to remove this team member?");
  await confirmDelete(page);
  await expect(toast(page, "Joining Jane is no longer a member.")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("an owner can neither leave nor step down, a manager leaves", async ({ browser, page, project }) => {
  const ours = await team(page.request, `${project.name}: team`);
  const owner = await pageOf(browser, "owner", ours);
  await visit(owner, `/project/${ours.project}/team`);
  await expect(owner.getByRole("button", { name: "Leave project" })).toBeDisabled();
  await expect(owner.getByRole("combobox", { name: "Role of The owner" })).toBeDisabled();
  await expect(owner.getByRole("combobox", { name: "Role of The guest" })).toBeEnabled();

  const manager = await pageOf(browser, "manager", ours);
  await visit(manager, `/project/${ours.project}/team`);
  await expect(manager.getByRole("combobox")).toHaveCount(0);
  await manager.getByRole("button", { name: "Leave project" }).click();
  await manager.getByRole("alertdialog").getByRole("button", { name: "Leave project" }).click();
  await manager.waitForURL("**/project/new");
  await visit(owner, owner.url());
  await expect(rowOf(owner, usernameOf("manager", ours.project))).toHaveCount(0);
  await manager.context().close();
  await owner.context().close();
});
