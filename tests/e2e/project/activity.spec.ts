import { violations } from "../axe";
import { expect, makeScript, rowOf, test, visit } from "../own-project";
import { pageOf, team } from "../people";
import { changeTemplate } from "../task/work";
import { THEMES } from "../variants";

test("changes are shown field by field, without secrets", async ({ page, project }) => {
  const made = await project.make("keys", {
    name: "Before",
    type: "login_password",
    login_password: { password: "a" },
  });
  const renamed = { id: made.id, project_id: project.id, name: "After", type: "login_password" };
  const secret = { override_secret: true, login_password: { login: "", password: "the-new-password" } };
  await page.request.put(`/api/project/${project.id}/keys/${made.id}`, { data: { ...renamed, ...secret } });
  await visit(page, project.at("activity"));
  const row = rowOf(page, "After");
  await expect(row).toContainText("Admin");
  await row.getByRole("button", { name: "Show details" }).click();
  const changes = page.locator("dl[aria-label='Changed fields']");
  await expect(changes.locator("del").first()).toHaveText("Before");
  await expect(changes.locator("ins").first()).toHaveText("After");
  await expect(changes).toContainText("value not recorded");
  expect(await page.content()).not.toContain("the-new-password");
});

test("events can be filtered by kind, and the URL keeps the filter", async ({ page, project }) => {
  await project.make("environment", { name: "Staging", json: "{}", env: "{}" });
  await project.make("keys", { name: "Deploy", type: "none" });
  await visit(page, project.at("activity"));
  await expect(rowOf(page, "Staging")).toBeVisible();
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Keys" }).click();
  await expect(rowOf(page, "Staging")).toHaveCount(0);
  await expect(rowOf(page, "Deploy")).toBeVisible();
  await visit(page, page.url());
  await expect(rowOf(page, "Deploy")).toBeVisible();
  await expect(rowOf(page, "Staging")).toHaveCount(0);
});

for (const colorScheme of THEMES) {
  test(`activity is told in sentences, with links to things and what changed, ${colorScheme}`, async ({
    page,
    project,
  }) => {
    const { id } = await makeScript(project, "Nightly", "echo done\n");
    await changeTemplate(page.request, project, id, { name: "Daily" });
    const login = { name: "Login", type: "login_password", login_password: { password: "a" } };
    const key = await project.make("keys", login);
    await page.request.put(`/api/project/${project.id}/keys/${key.id}`, {
      data: { ...login, id: key.id, project_id: project.id, override_secret: true },
    });
    await page.emulateMedia({ colorScheme });
    await visit(page, project.at("activity"));
    await expect(page.getByRole("row", { name: "Administrator created Nightly Templates" })).toBeVisible();
    await expect(rowOf(page, "Administrator changed Login")).toContainText("changed (value not recorded)");
    const changed = rowOf(page, "Administrator changed Daily");
    await expect(changed.locator("del")).toHaveText("Nightly");
    await expect(changed.locator("ins")).toHaveText("Daily");
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
    await changed.getByRole("link", { name: "Daily" }).click();
    await page.waitForURL(`**${project.at(`templates/${id}`)}`);
    await page.goBack();
    await rowOf(page, "Administrator changed Login").getByRole("link", { name: "Login" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${project.at(`keys/${key.id}`)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Login");
  });
}

test("what happens appears without a reload", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("activity"));
  const { id } = await project.make("tasks", { template_id });
  await expect(rowOf(page, `#${id} Backup succeeded`)).toBeVisible();
  await project.make("environment", { name: "Quiet", json: "{}", env: "{}" });
  await expect(rowOf(page, "Quiet")).toBeVisible();
});

test("a guest sees events, but no details", async ({ browser, page, project }) => {
  const ours = await team(page.request, `${project.name}: activity`);
  const guest = await pageOf(browser, "guest", ours);
  await visit(guest, `/project/${ours.project}/activity`);
  await expect(guest.getByRole("row").nth(1)).toBeVisible();
  await expect(guest.getByRole("button", { name: "Show details" })).toHaveCount(0);
  await guest.context().close();
});
