import type { Page } from "@playwright/test";
import { expect, makeScript, reload, rowOf, test, visit } from "../own-project";
import { held } from "../task/work";

const header = (page: Page, name: string) => page.getByRole("columnheader").filter({ hasText: name });
const names = (page: Page) =>
  page
    .locator("tbody tr")
    .getByRole("link")
    .filter({ hasText: /^Script/ });

test("a column is hidden, and stays so until it is shown again", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo done\n");
  await page.goto(project.at("templates"));
  const toggle = async () => {
    await page.getByRole("button", { name: "List options" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Playbook" }).click();
    await page.keyboard.press("Escape");
  };
  await expect(header(page, "Playbook")).toBeVisible();
  await toggle();
  await expect(header(page, "Playbook")).toHaveCount(0);
  await reload(page);
  await expect(header(page, "Inventory")).toBeVisible();
  await expect(header(page, "Playbook")).toHaveCount(0);
  await toggle();
  await expect(header(page, "Playbook")).toBeVisible();
});

test("a row expands to its last five tasks, which update live", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  for (let count = 0; count < 6; count++) await project.make("tasks", { template_id, message: `Night ${count}` });
  await page.goto(project.at("templates"));
  await rowOf(page, "Backup").getByRole("button", { name: "Show details" }).click();
  const last = page.getByRole("list", { name: "Last tasks" }).getByRole("listitem");
  await expect(last).toHaveCount(5);
  await expect(last.first()).toContainText("Night 5");
  await expect(last.first()).toContainText("Success");
  await last
    .first()
    .getByRole("link", { name: /^#\d+$/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("Night 5");
  await page.keyboard.press("Escape");
  await rowOf(page, "Backup").getByRole("button", { name: "Hide details" }).click();
  await expect(last).toHaveCount(0);
});

test("a row shows the task that runs, and the one that waits behind it afterwards", async ({ page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Backup", script);
  const first = await project.make("tasks", { template_id });
  await page.goto(project.at("templates"));
  const row = rowOf(page, "Backup");
  await expect(row).toContainText("Running");
  const second = await project.make("tasks", { template_id });
  await expect(row.getByRole("link", { name: `#${first.id}`, exact: true })).toBeVisible();
  await reload(page);
  await expect(row).toContainText("Running");
  await expect(row.getByRole("link", { name: `#${first.id}`, exact: true })).toBeVisible();
  release();
  await expect(row.getByRole("link", { name: `#${second.id}`, exact: true })).toBeVisible();
  await expect(row).toContainText("Success");
});

test("templates are searched and sorted, and the URL keeps both", async ({ page, project }) => {
  for (const name of ["Script 1", "Script 2", "Script 10"]) await makeScript(project, name, "echo done\n");
  await page.goto(project.at("templates"));
  await expect(names(page)).toHaveText(["Script 1", "Script 2", "Script 10"]);
  await header(page, "Name").getByRole("button").click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(names(page)).toHaveText(["Script 10", "Script 2", "Script 1"]);
  await page.getByLabel("Search", { exact: true }).fill("script 1");
  await expect(names(page)).toHaveText(["Script 10", "Script 1"]);
  await expect(page).toHaveURL(/q=script/);
  await reload(page);
  await expect(names(page)).toHaveText(["Script 10", "Script 1"]);
  await page.getByLabel("Search", { exact: true }).fill("nothing like it");
  await expect(page.getByText("No results for “nothing like it”.")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).first().click();
  await expect(names(page)).toHaveCount(3);
});

test("New template asks for the application first", async ({ page, project }) => {
  await page.goto(project.at("templates"));
  await page.getByRole("button", { name: "New template", exact: true }).first().click();
  for (const app of ["Ansible Playbook", "Terraform Code", "OpenTofu Code", "Bash Script", "Pulumi Code"]) {
    await expect(page.getByRole("menuitem", { name: app })).toBeVisible();
  }
  await expect(page.getByRole("menuitem", { name: "PowerShell Script" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Python Script" }).click();
  await expect(page.getByRole("heading", { name: "New template: Python Script" })).toBeVisible();
});

test("two clicks on Run start one task", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo done\n");
  await page.goto(project.at("templates"));
  await rowOf(page, "Backup").getByRole("button", { name: "Run", exact: true }).dblclick();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(page.getByRole("dialog")).toContainText("Success");
  expect(await project.read<object[]>(`templates/${id}/tasks/last`)).toHaveLength(1);
});

test("nor does the second one start another when the first has been answered", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("templates"));
  const run = rowOf(page, "Backup").getByRole("button", { name: "Run", exact: true });
  await run.evaluate((button: HTMLElement) => {
    const clickAgain = () => {
      if (location.search.includes("t=")) button.click();
      else requestAnimationFrame(clickAgain);
    };
    button.click();
    clickAgain();
  });
  await page.waitForURL(/[?&]t=\d+/);
  await expect(page.getByRole("dialog")).toContainText("Success");
  expect(await project.read<object[]>(`templates/${id}/tasks/last`)).toHaveLength(1);
});
