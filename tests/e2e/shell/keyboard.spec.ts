import { box, dialogOf, expect, makeProject, makeScript, test, visit } from "../own-project";

test("the palette leads to a screen, a template and a project", async ({ page, project }) => {
  await makeScript(project, "Restart cache", "echo\n");
  const other = await makeProject(page, "Another palette project");
  await visit(page, project.at("keys"));
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a screen, project or template").fill(text);
  };
  await open("invent");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${project.at("inventory")}`);
  await open("restart cache");
  await page.getByRole("option", { name: "Restart cache" }).click();
  await page.waitForURL(/\/templates\/\d+$/);
  await open("no such thing");
  await expect(page.getByText("Nothing by this name.")).toBeVisible();
  await page.keyboard.press("Escape");
  await open(other.name);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${other.at("history")}`);
});

test("keys go to screens, list themselves and fold the menu, but not while one types", async ({ page, project }) => {
  await visit(page, project.at("history"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.waitForURL(`**${project.at("keys")}`);
  await page.keyboard.press("?");
  await expect(dialogOf(page)).toContainText("Keyboard shortcuts");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the menu" })).toBeVisible();
  await visit(page, page.url());
  await page.getByRole("button", { name: "Expand the menu" }).click();

  await box(page, "Search").pressSequentially("g[?r");
  await expect(box(page, "Search")).toHaveValue("g[?r");
  await expect(page).toHaveURL(new RegExp(project.at("keys")));
});

test("r asks to run the template of the page", async ({ page, project }) => {
  const { id } = await makeScript(project, "By key", "echo\n");
  await visit(page, project.at(`templates/${id}`));
  await expect(page.getByRole("button", { name: "Run", exact: true }).first()).toBeVisible();
  await page.keyboard.press("r");
  await expect(dialogOf(page).getByRole("button", { name: "Run", exact: true })).toBeVisible();
});

test("a dialog keeps the focus, and gives it back", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  const button = page.getByRole("button", { name: "New key" });
  await button.click();
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press("Tab");
    await expect(dialogOf(page).locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});
