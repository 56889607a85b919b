import { box, confirmDelete, dialogOf, expect, flip, pressInRow, rowOf, save, test, visit } from "../own-project";
import { pageOf, team } from "../people";

test("the arrow returns to the list, and no default application can be deleted", async ({ page, project }) => {
  await visit(page, project.at("templates"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await visit(page, "/apps");
  await rowOf(page, "Bash Script").hover();
  await expect(rowOf(page, "Bash Script").getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await page.getByRole("link", { name: `Back to ${project.name}` }).click();
  await page.waitForURL(`**${project.at("history")}`);
});

test("a disabled application is not offered for new templates", async ({ page, project }) => {
  await visit(page, "/apps");
  const active = page.getByRole("switch", { name: "Active: Pulumi Code" });
  await flip(page, "Active: Pulumi Code");
  await expect(active).not.toBeChecked();
  await visit(page, page.url());
  await expect(active).not.toBeChecked();
  await visit(page, project.at("templates"));
  await page.getByRole("button", { name: "New template", exact: true }).first().click();
  await expect(page.getByRole("menuitem", { name: "Bash Script" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Pulumi Code" })).toHaveCount(0);
  await visit(page, "/apps");
  await flip(page, "Active: Pulumi Code");
  await expect(active).toBeChecked();
});

test("a custom application has an icon and a colour of its own", async ({ page, project }) => {
  const id = `ruby-${project.id}`;
  await visit(page, "/apps");
  await page.getByRole("button", { name: "New App" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("ID is required")).toBeVisible();
  await box(form, "ID").fill("bash");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("An application with this ID already exists")).toBeVisible();
  await box(form, "ID").fill(id);
  await box(form, "Name").fill("Ruby Script");
  await form.getByRole("combobox", { name: "Icon" }).click();
  await page.getByRole("option", { name: "Rocket" }).click();
  await box(form, "Color").fill("#cc342d");
  await box(form, "Path").fill("/usr/bin/ruby");
  await form.getByLabel("Priority").fill("-5");
  await save(form, "Create");

  const sign = rowOf(page, id).locator(`svg[data-app="${id}"]`);
  await expect(sign).toHaveCSS("color", "rgb(204, 52, 45)");
  await visit(page, project.at("templates"));
  await page.getByRole("button", { name: "New template", exact: true }).first().click();
  await expect(page.getByRole("menuitem", { name: "Ruby Script" })).toBeVisible();
  await visit(page, "/apps");
  await pressInRow(rowOf(page, id), "Edit");
  await expect(box(form, "ID")).toBeDisabled();
  await box(form, "Name").fill("Ruby");
  await save(form);
  await expect(rowOf(page, id)).toContainText("Ruby");
  await pressInRow(rowOf(page, id), "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Do you really want to delete this app?");
  await confirmDelete(page);
  await expect(rowOf(page, id)).toHaveCount(0);
});

test("other users can see applications but not change them", async ({ browser, page, project }) => {
  const ours = await team(page.request, `${project.name}: apps`);
  const owner = await pageOf(browser, "owner", ours);
  await visit(owner, "/apps");
  await expect(owner.getByRole("switch", { name: "Active: Bash Script" })).toBeDisabled();
  for (const name of ["New App", "Edit", "Delete"]) {
    await expect(owner.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await owner.context().close();
});
