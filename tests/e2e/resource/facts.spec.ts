import { violations } from "../axe";
import { box, dialogOf, expect, makeScript, pressInRow, rowOf, save, test, visit } from "../own-project";
import { LOOKS } from "../variants";

test("an environment tells who changed a variable, two clicks from the dashboard", async ({ page, project }) => {
  const secrets = [{ type: "env", name: "TOKEN", secret: "s", operation: "create" }];
  const live = { name: "Live", json: '{"region": "eu"}', env: '{"TZ": "UTC"}', secrets };
  await project.make("environment", live);
  await visit(page, project.at("environment"));
  await expect(rowOf(page, "Live").getByRole("cell")).toContainText(["Live", "2", "1", "—", "by Admin"]);
  await pressInRow(rowOf(page, "Live"), "Edit");
  const form = dialogOf(page);
  await form.getByRole("textbox", { name: "Value" }).first().fill("us");
  await save(form);

  await visit(page, project.at("history"));
  await page.getByRole("link", { name: "Environment", exact: true }).click();
  await page.getByRole("link", { name: "Live" }).click();
  const changes = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(changes.first()).toContainText("Admin");
  await expect(changes.first()).toContainText("json.region");
  await expect(changes.first().locator("ins")).toHaveText("us");
  await expect(changes.last()).toContainText("created");
  await expect(page.getByText("Nothing uses it.")).toBeVisible();
});

test("the pages of resources lead from one to what uses it, by keyboard", async ({ page, project }) => {
  await makeScript(project, "Report", "echo done");
  await visit(page, project.at("keys"));
  await page.getByRole("link", { name: "None" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("None");
  await page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "Report" }).press("Enter");
  await expect(page).toHaveURL(/\/repositories\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report");
  await page.getByRole("button", { name: "Edit" }).press("Enter");
  await box(dialogOf(page), "Name").fill("Reports");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reports");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Report→Reports");
  await page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "Report" }).press("Enter");
  await expect(page).toHaveURL(/\/templates\/\d+$/);
});

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no violation on a resource's page, ${width} wide, ${colorScheme}`, async ({ page, project }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const hosts = { type: "static", inventory: "web[1:20]\n", ssh_key_id: null };
    const { id } = await project.make("inventory", { ...hosts, name: "Hosts of the shop in Frankfurt and Dublin" });
    await makeScript(project, "Report", "echo done");
    const [repository] = await project.read<{ id: number }[]>("repositories");
    for (const path of ["inventory", `inventory/${id}`, "repositories", `repositories/${repository?.id}`]) {
      await visit(page, project.at(path));
      expect(await violations(page), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report");
  });
}
