import type { Page } from "@playwright/test";
import { dialogOf, expect, makeScript, rowOf, save, test, visit } from "../own-project";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Views" }).getByRole("link");
const edit = (page: Page) => page.getByRole("button", { name: "Edit views", exact: true }).click();
const titles = (page: Page) => dialogOf(page).getByRole("textbox", { name: "Title" });

test("views are added, renamed, moved and deleted, and each is a tab", async ({ page, project }) => {
  await page.goto(project.at("templates"));
  await edit(page);
  for (const title of ["Tools", "Builds"]) {
    await dialogOf(page).getByRole("button", { name: "Add view" }).click();
    await titles(page).last().fill(title);
  }
  await dialogOf(page).getByRole("button", { name: "Add view" }).click();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(page).getByText("Title is required")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Delete" }).last().click();
  await save(dialogOf(page));
  await expect(tabs(page)).toHaveText(["All", "Tools", "Builds"]);

  await edit(page);
  await dialogOf(page).getByRole("button", { name: "Move up" }).last().click();
  await expect(titles(page).first()).toHaveValue("Builds");
  await titles(page).last().fill("Workshop");
  await save(dialogOf(page));
  await expect(tabs(page)).toHaveText(["All", "Builds", "Workshop"]);

  await edit(page);
  await dialogOf(page).getByRole("button", { name: "Delete" }).first().click();
  await save(dialogOf(page));
  await expect(tabs(page)).toHaveText(["All", "Workshop"]);
  await page.reload();
  await expect(tabs(page)).toHaveText(["All", "Workshop"]);
});

test("a cut title shows whole under the pointer and with the focus", async ({ page, project }) => {
  const title = "Everything that runs at night in production and in staging";
  await project.make("views", { title, position: 0 });
  await visit(page, project.at("templates"));
  const tooltip = page.getByRole("tooltip");
  await page.mouse.move(5, 5);
  await tabs(page).last().hover();
  await expect(tooltip).toHaveText(title);
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  await tabs(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText(title);
});

test("a view shows its own templates, and back links return to it", async ({ page, project }) => {
  await makeScript(project, "Elsewhere", "echo\n");
  const { id } = await makeScript(project, "Restart", "echo\n");
  await project.make("views", { title: "Tools", position: 0 });
  await page.goto(project.at(`templates/${id}/edit`));
  await page.getByRole("combobox", { name: "View" }).click();
  await page.getByRole("option", { name: "Tools" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(new RegExp(`templates/${id}$`));

  await page.goto(project.at("templates"));
  await expect(rowOf(page, "Elsewhere")).toBeVisible();
  await tabs(page).filter({ hasText: "Tools" }).click();
  await page.waitForURL(/\/views\/\d+\/templates$/);
  await expect(rowOf(page, "Restart")).toBeVisible();
  await expect(rowOf(page, "Elsewhere")).toHaveCount(0);
  await rowOf(page, "Restart").getByRole("link", { name: "Restart" }).click();
  await page.waitForURL(/\/views\/\d+\/templates\/\d+$/);
  await page.goto(project.at("history"));
  await page.getByRole("link", { name: "Task templates" }).click();
  await page.waitForURL(/\/views\/\d+\/templates$/);

  await edit(page);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await save(dialogOf(page));
  await page.waitForURL(`**${project.at("templates")}`);
  await expect(rowOf(page, "Restart")).toBeVisible();
});
