import type { Page } from "@playwright/test";
import { box, expect, makeScript, pick, rowOf, test, visit } from "../own-project";
import { field, makeResources, press, saved, stored } from "./form";

const form = (page: Page) => page.locator("form");

test("missing values are reported at their fields", async ({ page, project }) => {
  await page.goto(project.at("templates/new/edit?app=ansible"));
  await press(page, "Create");
  for (const text of ["Name", "A file name", "Repository", "Inventory"]) {
    await expect(form(page).getByText(`${text} is required`, { exact: true })).toBeVisible();
  }
  await page.getByRole("radio", { name: "Build" }).click();
  await press(page, "Create");
  await expect(form(page).getByText("Start version is required")).toBeVisible();
  await expect(field(page, "Start version")).toHaveAttribute("placeholder", "0.0.0");
  await page.getByRole("radio", { name: "Deploy" }).click();
  await press(page, "Create");
  await expect(form(page).getByText("Build template is required")).toBeVisible();
  await expect(page).toHaveURL(/\/templates\/new\/edit/);
});

test("the commit check is saved as a schedule, and removed with its checkbox", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  const checks = () => project.read<object[]>(`templates/${id}/schedules`);
  await page.goto(project.at(`templates/${id}/edit`));
  await field(page, "Run on new commits").check();
  await pick(form(page), "Check interval", "Every 10 minutes");
  await saved(page);
  expect(await checks()).toMatchObject([{ cron_format: "*/10 * * * *", active: true }]);
  await expect(page.getByText("Runs on new commits in Report")).toBeVisible();

  await page.goto(project.at(`templates/${id}/edit`));
  await expect(page.getByRole("combobox", { name: "Check interval" })).toHaveText("Every 10 minutes");
  await pick(form(page), "Check interval", "Every hour");
  await saved(page);
  expect(await checks()).toMatchObject([{ cron_format: "@hourly" }]);

  await page.goto(project.at(`templates/${id}/edit`));
  await field(page, "Run on new commits").uncheck();
  await saved(page);
  expect(await checks()).toEqual([]);
});

test("a commit check moves with its template to another repository, unless it is of one selected for it", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Report", "echo\n");
  for (const name of ["Moved", "Third"]) await makeScript(project, name, "echo\n");
  const repositories = await project.read<{ id: number; name: string }[]>("repositories");
  const idOf = (name: string) => repositories.find((repository) => repository.name === name)?.id;
  const check = { template_id, repository_id: idOf("Report"), cron_format: "@daily", active: true };
  await project.make("schedules", { ...check, name: "" });
  const checks = () => project.read<object[]>(`templates/${template_id}/schedules`);
  const own = page.locator('[data-field="repository_id"]');
  const checked = page.locator('[data-field="commit_check.repository_id"]');

  await visit(page, project.at(`templates/${template_id}/edit`));
  await pick(own, "Repository", "Moved");
  await expect(checked.getByRole("combobox")).toHaveText("Moved");
  await pick(own, "Repository", "Third");
  await expect(checked.getByRole("combobox")).toHaveText("Third");
  await saved(page);
  expect(await checks()).toMatchObject([{ repository_id: idOf("Third"), cron_format: "@daily" }]);

  await visit(page, project.at(`templates/${template_id}/edit`));
  await pick(checked, "Repository", "Report");
  await pick(own, "Repository", "Moved");
  await expect(checked.getByRole("combobox")).toHaveText("Report");
  await saved(page);
  expect(await checks()).toMatchObject([{ repository_id: idOf("Report") }]);
});

test("Back to the form shows what it has saved, and another change keeps that", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}`));
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await box(page, "Name").fill("Renamed");
  await saved(page);
  await expect(page.getByRole("heading", { name: "Renamed" })).toBeVisible();
  await page.goBack();
  await expect(box(page, "Name")).toHaveValue("Renamed");
  await field(page, "Description").fill("Nightly");
  await saved(page);
  expect(await stored(project, id)).toMatchObject({ name: "Renamed", description: "Nightly" });
});

test("a commit check without a repository is rejected", async ({ page, project }) => {
  await visit(page, project.at("templates/new/edit?app=bash"));
  await field(page, "Run on new commits").check();
  await press(page, "Create");
  await expect(form(page).getByText("Repository is required")).toHaveCount(2);
});

test("a copy is a separate template with everything in it", async ({ page, project }) => {
  const resources = await makeResources(project);
  const survey_vars = [{ name: "region", title: "Region", type: "", required: true, description: "" }];
  const original = {
    name: "Site",
    app: "ansible",
    playbook: "site.yml",
    arguments: '["-v"]',
    survey_vars,
    ...resources,
  };
  const { id } = await project.make("templates", original);
  await page.goto(project.at(`templates/${id}`));
  await page.getByRole("link", { name: "Copy" }).click();
  await expect(box(page, "Name")).toHaveValue("Site (copy)");
  await press(page, "Create");
  await page.waitForURL((url) => /\/templates\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await expect(page.getByRole("heading", { name: "Site (copy)" })).toBeVisible();
  const copy = Number(new URL(page.url()).pathname.split("/").at(-1));
  expect(await stored(project, copy)).toMatchObject({ ...original, name: "Site (copy)" });
  await page.goto(project.at("templates"));
  await expect(rowOf(page, "Site")).toHaveCount(2);
});
