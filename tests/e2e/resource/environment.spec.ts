import type { Locator, Page } from "@playwright/test";
import { box, dialogOf, editorOf, expect, type OwnProject, pressInRow, rowOf, save, test, visit } from "../own-project";

type Stored = { name: string; json: string; env: string; secrets: { name: string; type: string }[] };

const EXTRA = "Extra variables";

/** Fills the last row of a name and value table. */
async function fillRow(table: Locator, name: string, value: string): Promise<void> {
  await table.getByRole("textbox", { name: "Name" }).last().fill(name);
  await table.getByLabel("Value").last().fill(value);
}

const tableOf = (form: Locator, name: string) => form.getByRole("group", { name, exact: true });

async function edit(page: Page, project: OwnProject, name: string): Promise<Locator> {
  await visit(page, project.at("environment"));
  await pressInRow(rowOf(page, name), "Edit");
  await expect(box(dialogOf(page), "Name").first()).toHaveValue(name);
  return dialogOf(page);
}

const stored = async (project: OwnProject, name: string): Promise<Stored | undefined> => {
  const all = await project.read<(Stored & { id: number })[]>("environment");
  const found = all.find((environment) => environment.name === name);
  return found && project.read<Stored>(`environment/${found.id}`);
};

test("variables are written as a table or as JSON, with the same outcome", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await box(form, "Name").fill("Staging");

  await tableOf(form, EXTRA).getByRole("button", { name: "Add variable" }).click();
  await fillRow(tableOf(form, EXTRA), "region", "eu");
  await form.getByRole("radio", { name: "JSON" }).click();
  await expect(editorOf(form, EXTRA)).toHaveText(/"region": "eu"/);
  await editorOf(form, EXTRA).fill('{ "region": "us", "size": 3 }');
  await form.getByRole("radio", { name: "Table" }).click();
  await expect(tableOf(form, EXTRA).getByLabel("Value").last()).toHaveValue("3");

  await tableOf(form, "Environment variables").getByRole("button", { name: "Add variable" }).click();
  await fillRow(tableOf(form, "Environment variables"), "HTTP_PROXY", "http://proxy");
  await save(form, "Create");
  const made = await stored(project, "Staging");
  expect(JSON.parse(made?.json ?? "")).toEqual({ region: "us", size: 3 });
  expect(JSON.parse(made?.env ?? "")).toEqual({ HTTP_PROXY: "http://proxy" });
});

test("JSON that doesn't fit a table stays JSON, with the reason", async ({ page, project }) => {
  await project.make("environment", { name: "Nested", json: '{"hosts":{"web":1}}', env: "{}" });
  const form = await edit(page, project, "Nested");
  await expect(form.getByRole("radio", { name: "JSON" })).toBeChecked();
  await form.getByRole("radio", { name: "Table" }).click();
  await expect(form.getByText("Can't be displayed as table.")).toBeVisible();
  await expect(form.getByRole("radio", { name: "JSON" })).toBeChecked();

  await editorOf(form, EXTRA).fill("{ not json");
  await form.getByRole("radio", { name: "Table" }).click();
  await expect(form.getByText("Extra variables must be a JSON object")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Extra variables must be a JSON object")).toBeVisible();
});

test("secrets are created, renamed, replaced and removed, and never shown", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Secrets");
  for (const [kind, name] of [
    ["Secret extra variable", "api_token"],
    ["Secret environment variable", "API_PASSWORD"],
  ] as const) {
    await form.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("menuitem", { name: kind }).click();
    // The menu gives it the focus once it has closed, which would close the next one.
    await expect(box(tableOf(form, "Secrets"), "Name").last()).toBeFocused();
    await fillRow(tableOf(form, "Secrets"), name, "hidden-value");
  }
  await save(form, "Create");

  await edit(page, project, "Secrets");
  expect(await page.content()).not.toContain("hidden-value");
  const secrets = tableOf(form, "Secrets");
  await secrets.getByRole("textbox", { name: "Name" }).first().fill("renamed_token");
  await secrets.getByRole("button", { name: "Replace" }).last().click();
  await secrets.getByLabel("Value").last().fill("another-value");
  await save(form);
  expect((await stored(project, "Secrets"))?.secrets).toMatchObject([
    { name: "renamed_token", type: "var" },
    { name: "API_PASSWORD", type: "env" },
  ]);

  await edit(page, project, "Secrets");
  await secrets.getByRole("button", { name: "Remove row 1" }).click();
  await save(form);
  expect((await stored(project, "Secrets"))?.secrets).toMatchObject([{ name: "API_PASSWORD" }]);
});
