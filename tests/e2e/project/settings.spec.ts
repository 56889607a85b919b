import { readFileSync } from "node:fs";
import { box, confirmDelete, expect, test, toast, visit } from "../own-project";

test("a project is renamed, and the menu updates at once", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await box(page, "Project name").fill("Renamed in settings");
  await page.getByLabel("Max parallel tasks").fill("4");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Project Renamed in settings saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a project" })).toContainText("Renamed in settings");
  await visit(page, page.url());
  await expect(page.getByLabel("Max parallel tasks")).toHaveValue("4");
});

test("saving leaves the focus where it was", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  await box(page, "Project name").fill("Saved by its button");
  await saveButton.click();
  await expect(toast(page, "Project Saved by its button saved.")).toBeVisible();
  await expect(saveButton).toBeFocused();
  await box(page, "Project name").fill("Saved by Enter");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Project Saved by Enter saved.")).toBeVisible();
  await expect(box(page, "Project name")).toBeFocused();
  await page.route("**/settings", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByLabel("Max parallel tasks").fill("3");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect(page.getByLabel("Max parallel tasks")).toBeFocused();
});

test("the backup is saved as a file", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save backup" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^backup_${project.id}_\\d{13}\\.json$`));
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({ meta: { name: project.name } });
  await expect(toast(page, "Project exported.")).toBeVisible();
});

test("a project is deleted after confirmation, and No keeps it", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await page.getByRole("button", { name: "Delete project" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Do you really want to delete this project?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Delete project" }).click();
  const remove = question.getByRole("button", { name: "Delete", exact: true });
  await expect(remove).toBeDisabled();
  await question.getByRole("textbox").fill(project.name.slice(1));
  await expect(remove).toBeDisabled();
  await question.getByRole("textbox").fill(project.name);
  await confirmDelete(page);
  await expect(toast(page, `Project ${project.name} deleted.`)).toBeVisible();
  expect((await page.request.get(`/api/project/${project.id}`)).status()).toBe(404);
});
