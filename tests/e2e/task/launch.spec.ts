import { box, dialogOf, expect, type OwnProject, pick, pressInRow, rowOf, test, visit } from "../own-project";
import { type Person, pageOf, post, usernameOf } from "../people";
import { PASSWORD } from "../start";
import { field, makeResources, saved } from "../template/form";

type Task = { limit: string; params: object };

const tasksOf = (project: OwnProject) => project.read<Task[]>("tasks");

test("a task runner can set what the template opens, and nothing else", async ({ page, project, browser }) => {
  const person: Person = "task_runner";
  const username = usernameOf(person, project.id);
  const account = { username, name: "The runner", email: `${username}@example.com`, password: PASSWORD };
  const { id: user_id } = await post(page.request, "/users", account);
  await post(page.request, `/project/${project.id}/users`, { user_id, role: person });
  const { id } = await project.make("templates", {
    name: "Patch",
    app: "ansible",
    playbook: "site.yml",
    ...(await makeResources(project)),
  });

  await page.goto(project.at(`templates/${id}/edit`));
  await pick(page.locator("form"), "Start options: Limit", "Ask");
  await pick(page.locator("form"), "Start options: Tags", "Allowed");
  await pick(page.locator("form"), "Start options: Debug", "Fixed");
  await saved(page);
  expect(await project.read(`templates/${id}`)).toMatchObject({
    launch: { limit: "ask", tags: "allowed", debug: "fixed" },
  });

  const theirs = await pageOf(browser, person, { project: project.id, name: project.name });
  await theirs.goto(project.at("templates"));
  await pressInRow(rowOf(theirs, "Patch"), "Run");
  const dialog = dialogOf(theirs);
  await expect(box(dialog, "Limit")).toBeVisible();
  await expect(box(dialog, "Tags")).toBeHidden();
  await dialog.getByText("Advanced", { exact: true }).click();
  await box(dialog, "Tags").fill("security");
  for (const name of ["Debug", "Branch", "Skip tags", "Inventory", "Environment"])
    await expect(field(dialog, name), name).toHaveCount(0);
  await box(dialog, "Limit").fill("web1");
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await theirs.waitForURL(/[?&]t=\d+/);
  expect(await tasksOf(project)).toMatchObject([{ limit: "web1", params: { tags: "security" } }]);
  await theirs.context().close();
});

test("destroying requires a second confirmation", async ({ page, project }) => {
  const { repository_id } = await makeResources(project);
  const template = { name: "Servers", app: "terraform", playbook: "", repository_id };
  await project.make("templates", { ...template, launch: { destroy: "ask" } });
  await page.goto(project.at("templates"));
  await pressInRow(rowOf(page, "Servers"), "Run");
  const dialog = dialogOf(page);
  const run = dialog.getByRole("button", { name: "Run", exact: true });
  await field(dialog, "Destroy").check();
  await run.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Servers");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await tasksOf(project)).toEqual([]);
  await run.click();
  await question.getByRole("button", { name: "Destroy", exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
  expect(await tasksOf(project)).toMatchObject([{ params: { destroy: true } }]);
});

test("rerunning a destroying task opens Advanced, where Destroy is ticked", async ({ page, project }) => {
  const { repository_id } = await makeResources(project);
  const { id: template_id } = await project.make("templates", {
    name: "Servers",
    app: "terraform",
    playbook: "",
    repository_id,
  });
  for (const [params, open] of [
    [{}, false],
    [{ destroy: true }, true],
  ] as const) {
    const { id } = await project.make("tasks", { template_id, params });
    await page.request.post(`/api/project/${project.id}/tasks/${id}/stop`, { data: { force: true } });
    await visit(page, project.at(`tasks/${id}`));
    await page.getByRole("button", { name: open ? "Rerun" : "Start with options" }).click();
    const dialog = dialogOf(page);
    await expect(box(dialog, "Message")).toBeVisible();
    await expect(field(dialog, "Destroy")).toBeVisible({ visible: open });
    if (open) await expect(field(dialog, "Destroy")).toBeChecked();
  }
});
