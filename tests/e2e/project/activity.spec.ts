import { expect, makeScript, rowOf, test, visit } from "../own-project";
import { pageOf, team } from "../people";

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
  await expect(row).toContainText("admin");
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

test("what happens appears without a reload", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("activity"));
  const { id } = await project.make("tasks", { template_id });
  await expect(rowOf(page, `Task ID ${id} (Backup) finished - SUCCESS`)).toBeVisible();
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
