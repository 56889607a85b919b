import { box, dialogOf, editorOf, expect, makeScript, save, test, visit } from "../own-project";
import { field, makeResources, press, saved, stored } from "./form";

test("survey variables keep their rules, their order and their values", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  const dialog = dialogOf(page);
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await press(page, "Add variable");
  await add.click();
  await expect(dialog.getByText("Name is required")).toBeVisible();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await box(dialog, "Name").fill("region");
  await box(dialog, "Title").fill("Region");
  await dialog.getByRole("radio", { name: "Enum" }).click();
  await add.click();
  await expect(dialog.getByText("Enumeration must have values.")).toBeVisible();
  const names = dialog.getByRole("group", { name: "Values" }).getByRole("textbox", { name: "Name" });
  for (const name of ["North", "North", ""]) {
    await press(page, "Add value");
    await names.last().fill(name);
  }
  await add.click();
  await expect(dialog.getByText("Value name cannot be empty.")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove row 3" }).click();
  await add.click();
  await expect(dialog.getByText("Enumeration values must have unique names.")).toBeVisible();
  await names.last().fill("South");
  await add.click();
  await expect(dialog).toBeHidden();

  await press(page, "Add variable");
  await box(dialog, "Name").fill("region");
  await box(dialog, "Title").fill("Weeks");
  await dialog.getByRole("radio", { name: "Integer" }).click();
  await add.click();
  await expect(dialog.getByText("Another variable has this name")).toBeVisible();
  await box(dialog, "Name").fill("weeks");
  await dialog.getByRole("checkbox", { name: "Required" }).check();
  await add.click();
  const rows = field(page, "Survey variables").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole("button", { name: "Move up" }).click();
  await saved(page);
  expect((await stored(project, id)).survey_vars).toMatchObject([
    { name: "weeks", type: "int", required: true },
    { name: "region", type: "enum", values: [{ name: "North" }, { name: "South" }] },
  ]);

  await visit(page, project.at(`templates/${id}/edit`));
  await rows.first().getByRole("button", { name: "Weeks weeks" }).click();
  await box(dialog, "Description").fill("How many");
  await save(dialog, "Apply");
  await rows.last().getByRole("button", { name: "Remove" }).click();
  await saved(page);
  expect((await stored(project, id)).survey_vars).toMatchObject([{ name: "weeks", description: "How many" }]);
});

test("vaults: one default, names of their own, and only keys with a password", async ({ page, project }) => {
  const resources = await makeResources(project);
  const login_password = { login: "", password: "open sesame" };
  await project.make("keys", { name: "Vault password", type: "login_password", login_password });
  const template = { name: "Site", app: "ansible", playbook: "site.yml", ...resources };
  const { id } = await project.make("templates", template);
  await visit(page, project.at(`templates/${id}/edit`));
  const vaults = page.getByRole("group", { name: "Vaults" });
  const ids = vaults.getByRole("textbox", { name: "Vault ID" });
  await press(page, "Add vault");
  await press(page, "Save");
  await expect(vaults.getByText("Password key is required")).toBeVisible();
  await vaults.getByRole("combobox", { name: /^Password key/ }).click();
  await expect(page.getByRole("option")).toHaveText([/^Vault password/, /^New key/]);
  await page.getByRole("option").first().click();
  await press(page, "Add vault");
  await vaults
    .getByRole("combobox", { name: /^Password key/ })
    .last()
    .click();
  await page.getByRole("option").first().click();
  await press(page, "Save");
  await expect(vaults.getByText("Another vault has this name")).toBeVisible();
  await ids.last().fill("  PROD ");
  await saved(page);
  expect((await stored(project, id)).vaults.map(({ name }) => name)).toEqual([null, "prod"]);

  await visit(page, project.at(`templates/${id}/edit`));
  await vaults.getByRole("button", { name: "Remove" }).first().click();
  await saved(page);
  expect((await stored(project, id)).vaults.map(({ name }) => name)).toEqual(["prod"]);
});

test("arguments are a list: added, changed, removed", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  const input = box(page, "Arguments");
  for (const argument of ["--verbose", "two words", "last"]) {
    await input.fill(argument);
    await input.press("Enter");
  }
  await press(page, "Remove last");
  await press(page, "Edit --verbose");
  await input.fill("--quiet");
  await input.press("Enter");
  await expect(page.getByRole("figure", { name: "Command preview" })).toContainText("--quiet");
  await saved(page);
  expect((await stored(project, id)).arguments).toBe('["--quiet","two words"]');
});

test("Enter that chooses a word of an input method adds no argument", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  const input = box(page, "Arguments");
  await input.fill("にほん");
  await input.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(input).toHaveValue("にほん");
  await input.press("Enter");
  await expect(input).toHaveValue("");
  await expect(page.getByRole("button", { name: "Edit にほん" })).toBeVisible();
});

test("arguments are also written as JSON", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  await box(page, "Arguments").fill("--verbose");
  await box(page, "Arguments").press("Enter");
  await page.getByRole("radio", { name: "JSON" }).click();
  await expect(editorOf(page, "Arguments")).toHaveText(/--verbose/);
  await editorOf(page, "Arguments").fill('["--quiet", 1]');
  await page.getByRole("radio", { name: "List" }).click();
  await expect(page.getByText("Must be a JSON array of strings")).toBeVisible();
  await editorOf(page, "Arguments").fill('["--quiet", "two words"]');
  await page.getByRole("radio", { name: "List" }).click();
  await expect(page.getByRole("button", { name: "Edit two words" })).toBeVisible();
  await saved(page);
  expect((await stored(project, id)).arguments).toBe('["--quiet","two words"]');
});
