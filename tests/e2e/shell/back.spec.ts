import { box, expect, makeScript, rowOf, test, toast, visit } from "../own-project";
import { finishTask } from "../task/work";

test("going back shows what others changed meanwhile", async ({ page, project }) => {
  const { id } = await makeScript(project, "Shared", "echo\n");
  await visit(page, project.at("templates"));
  await rowOf(page, "Shared").getByRole("link", { name: "Shared" }).first().click();
  await expect(page).toHaveURL(new RegExp(`templates/${id}`));
  const stored = await project.read<object>(`templates/${id}`);
  const reply = await page.request.put(`/api/project/${project.id}/templates/${id}`, {
    data: { ...stored, name: "Theirs" },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  await page.goBack();
  await expect(rowOf(page, "Theirs")).toBeVisible();
});

test("going back to a dashboard shows what has failed meanwhile", async ({ page, project }) => {
  const { id } = await makeScript(project, "Broken", "exit 3\n");
  await visit(page, project.at("history"));
  const failures = page.getByRole("region", { name: "Failed lately", exact: true });
  await expect(failures).toContainText("No unresolved failures");
  await page.getByRole("link", { name: "Task Templates" }).click();
  await expect(page).toHaveURL(/templates/);
  const failed = await finishTask(project, { template_id: id });
  await page.goBack();
  await expect(failures).toContainText(`#${failed}`);
});

test("going back to a history that was searched shows what was found", async ({ page, project }) => {
  const { id } = await makeScript(project, "Shared", "echo\n");
  for (const message of ["alpha", "beta"]) await project.make("tasks", { template_id: id, message });
  await visit(page, project.at("history"));
  await expect(page.locator("#tasks [data-row]")).toHaveCount(2);
  await box(page, "Search").fill("alpha");
  await expect(page.locator("#tasks [data-row]")).toHaveCount(1);
  await page.getByRole("link", { name: "Task Templates" }).click();
  await expect(page).toHaveURL(/templates/);
  await page.goBack();
  await expect(page.locator("#tasks [data-row]")).toHaveCount(1);
});

test("a search of the history that fails says so", async ({ page, project }) => {
  await makeScript(project, "Shared", "echo\n");
  await visit(page, project.at("history?status=error"));
  await page.route("**/tasks/last?**", (route) =>
    route.fulfill({ status: 500, json: { error: "Broken on purpose." } }),
  );
  await box(page, "Search").fill("alpha");
  await expect(toast(page, "Broken on purpose.")).toBeVisible();
});
