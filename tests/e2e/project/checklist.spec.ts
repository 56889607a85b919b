import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "../axe";
import { box, dialogOf, expect, makeScript, save, test, visit } from "../own-project";
import { LOOKS } from "../variants";

const checklist = (page: Page) => page.getByRole("region", { name: "First steps" });
const step = (page: Page, name: string) =>
  checklist(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

/** A local folder with a script, as a repository. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "signalbox-e2e-first-"));
  writeFileSync(join(path, "run.sh"), "echo it works\n");
  return path;
}

test("an empty project gets to its first run in six clicks", async ({ page, project }) => {
  let clicks = 0;
  const click = async (target: ReturnType<Page["locator"]>) => {
    clicks += 1;
    await target.click();
  };
  await visit(page, project.at("history"));
  await click(step(page, "Repository").getByRole("link", { name: "New repository" }));
  const form = dialogOf(page);
  await box(form, "Name").fill("Scripts");
  await box(form, "URL or path").fill(folder());
  await expect(form.getByRole("combobox", { name: "Access key", exact: true })).toContainText("None");
  await click(form.getByRole("button", { name: "Create" }));
  await expect(form).toBeHidden();
  await expect(step(page, "Repository").getByLabel("Done")).toBeVisible();
  await expect(step(page, "Key")).toContainText("Not needed");

  await click(step(page, "Template").getByRole("button", { name: "New template" }));
  await click(page.getByRole("menuitem", { name: "Bash" }));
  await box(page, "Name").fill("Report");
  await box(page, "Script filename").fill("run.sh");
  await expect(page.getByRole("combobox", { name: "Repository", exact: true })).toHaveText("Scripts");
  await click(page.getByRole("button", { name: "Create", exact: true }));
  await page.waitForURL(/\/templates\/\d+$/);
  await click(page.locator("[data-run=page]").first());
  await expect(dialogOf(page).getByText("Success").first()).toBeVisible({ timeout: 60_000 });
  expect(clicks).toBeLessThanOrEqual(6);
  await visit(page, project.at("history"));
  await expect(page.getByRole("row").filter({ hasText: "Report" }).first()).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test("the last step runs the template, and says before that it needs one", async ({ page, project }) => {
  await visit(page, project.at("history"));
  await expect(step(page, "First run").getByRole("button")).toHaveCount(0);
  await makeScript(project, "Report", "echo it works\n");
  await visit(page, project.at("history"));
  await expect(step(page, "Inventory")).toContainText("Not needed");
  await expect(step(page, "Inventory").getByLabel("Done")).toHaveCount(0);
  await expect(step(page, "First run")).toContainText("Starts a task of Report");
  await step(page, "First run").getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialogOf(page).getByText("Success").first()).toBeVisible({ timeout: 60_000 });
});

test("the keyboard opens a step's form, and hides the list for good", async ({ page, project }) => {
  await visit(page, project.at("history"));
  await step(page, "Inventory").getByRole("link", { name: "New inventory" }).press("Enter");
  const form = page.getByRole("dialog", { name: "New Ansible inventory" });
  await expect(box(form, "Name")).toBeFocused();
  await page.keyboard.type("Hosts");
  await save(form, "Create");
  await expect(step(page, "Inventory").getByLabel("Done")).toBeVisible();
  await checklist(page).getByRole("button", { name: "Hide" }).press("Enter");
  await expect(checklist(page)).toHaveCount(0);
  await visit(page, project.at("history"));
  await expect(page.getByText("Nothing is running.")).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test("the demo is offered beside it, as a project of its own", async ({ page, project }) => {
  await visit(page, project.at("history"));
  await page.getByRole("button", { name: "Create Demo Project" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/project/${project.id}/`));
  await page.getByRole("link", { name: "Task templates" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ping Site" }).first()).toBeVisible();
});

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no violation in the first steps, ${width} wide, ${colorScheme}`, async ({ page, project }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await visit(page, project.at("history"));
    await expect(checklist(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
