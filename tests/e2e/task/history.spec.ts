import { dialogOf, expect, makeScript, reload, rowOf, test, visit } from "../own-project";
import { post } from "../people";
import { finishTask } from "./work";

test("the history is paged through by keyset to its end, and the page is in the address", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  const tasks: number[] = [];
  for (let count = 0; count < 45; count++)
    tasks.push((await project.make("tasks", { template_id, message: `m${count}` })).id);
  await post(page.request, `/project/${project.id}/templates/${template_id}/stop_all_tasks`, {});
  const rows = page.locator("tbody tr");
  const older = page.getByLabel("Older tasks");
  const newer = page.getByLabel("Newer tasks");
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(project.at("history"));
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(`#${tasks[44]}`);
  await expect(newer).toBeDisabled();
  await older.click();
  await expect(page).toHaveURL(new RegExp(`before=${tasks[25]}$`));
  await expect(rows.first()).toContainText(`#${tasks[24]}`);
  await expect(rows.first()).toBeInViewport();
  await older.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(5);
  await expect(rows.last()).toContainText(`#${tasks[0]}`);
  await expect(older).toBeDisabled();
  await reload(page);
  await expect(rows).toHaveCount(5);
  await newer.click();
  await expect(rows.first()).toContainText(`#${tasks[24]}`);
  await newer.click();
  await expect(rows.first()).toContainText(`#${tasks[44]}`);
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(newer).toBeDisabled();
});

test("the server searches all tasks, not only those of the page", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  const oldest = await project.make("tasks", { template_id, message: "needle" });
  for (let count = 0; count < 21; count++) await project.make("tasks", { template_id });
  await post(page.request, `/project/${project.id}/templates/${template_id}/stop_all_tasks`, {});
  const rows = page.locator("tbody tr");
  await page.goto(project.at("history"));
  await expect(rows).toHaveCount(20);
  await page.getByLabel("Older tasks").click();
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Search", { exact: true }).fill("need backup");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`#${oldest.id}`);
  await expect(page).toHaveURL((url) => url.search === "?q=need+backup");
  await reload(page);
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Search", { exact: true }).fill("nothing like it");
  await expect(page.getByText("No results for “nothing like it”.")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).last().click();
  await expect(rows).toHaveCount(20);
  await page.goto(project.at("history?status=success"));
  await expect(page.getByText("No task matches.")).toBeVisible();
});

test("a long message takes what a template's name leaves of the row", async ({ page, project }) => {
  const name = "Build the web site";
  const { id: template_id } = await makeScript(project, name, "echo done\n");
  const plain = await finishTask(project, { template_id });
  const wordy = await finishTask(project, { template_id, message: "once more, because ".repeat(8) });
  await page.goto(project.at("history"));
  const widthIn = async (task: number) =>
    (await rowOf(page, `#${task}`).getByRole("link", { name, exact: true }).boundingBox())?.width;
  expect(await widthIn(wordy)).toBe(await widthIn(plain));
});

test("going back shows the search of the tasks that are listed", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id, message: "needle" });
  await visit(page, project.at("history"));
  const search = page.getByLabel("Search", { exact: true });
  await search.fill("needle");
  await expect(page).toHaveURL((url) => url.search === "?q=needle");
  await rowOf(page, `#${task}`).getByText(`#${task}`).first().click();
  await expect(dialogOf(page)).toContainText("all is well");
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(search).toHaveValue("needle");
});

test("?t= opens a task's log over any screen, and closing removes only that", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id });
  const screens = ["keys?q=none", "schedule", `templates/${template_id}`, "settings"].map(project.at);
  for (const screen of [...screens, "/users"]) {
    const address = new URL(screen, "http://here");
    address.searchParams.set("t", String(task));
    await page.goto(address.pathname + address.search);
    await expect(dialogOf(page)).toContainText("all is well");
    await dialogOf(page).getByRole("button", { name: "Close", exact: true }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL((url) => url.pathname + url.search === screen);
  }
});

test("a row opens its log, and back closes it; an unknown task is reported", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id });
  await page.goto(project.at("history"));
  await rowOf(page, `#${task}`).getByText(`#${task}`).first().click();
  await expect(dialogOf(page)).toContainText("all is well");
  await expect(page).toHaveURL(new RegExp(`t=${task}`));
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.goto(project.at("history?t=999999"));
  await expect(dialogOf(page)).toContainText("This project has no such task.");
});

test("a closed log leaves no history entry", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id });
  await page.goto(project.at("keys"));
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL(`**${project.at("history")}`);
  const stepsGone = () => page.evaluate(() => window.navigation.currentEntry?.index);
  const before = await stepsGone();
  await rowOf(page, `#${task}`).getByText(`#${task}`).first().click();
  await expect(dialogOf(page)).toContainText("all is well");
  await dialogOf(page)
    .getByRole("button", { name: "Copy a link to line 1", exact: true })
    .or(dialogOf(page).getByRole("link", { name: "1", exact: true }))
    .first()
    .click();
  await expect(page).toHaveURL(/#L1$/);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect.poll(stepsGone).toBe(before);
  await expect(page).toHaveURL((url) => url.pathname === project.at("history") && url.search === "");
  await page.goBack();
  await page.waitForURL(`**${project.at("keys")}`);
});
