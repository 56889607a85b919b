import { expect, rowOf, test, visit } from "../own-project";
import { post } from "../people";
import { PASSWORD } from "../start";

test("an administrator sees the events of all projects and global ones", async ({ page, project }) => {
  const username = `seen-${project.id}`;
  await post(page.request, "/users", {
    username,
    name: "Seen",
    email: `${username}@example.com`,
    password: PASSWORD,
  });
  await project.make("environment", { name: `Seen ${project.id}`, json: "{}", env: "{}" });
  await visit(page, project.at("templates"));
  await page.getByRole("list", { name: "Administration" }).getByRole("link", { name: "Activity" }).click();
  await page.waitForURL("**/events");
  await expect(rowOf(page, `Seen ${project.id}`)).toContainText(project.name);
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Users" }).click();
  await expect(rowOf(page, username)).toBeVisible();
  await expect(rowOf(page, `Seen ${project.id}`)).toHaveCount(0);
});
