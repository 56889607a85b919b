import { dialogOf, expect, makeScript, rowOf, test } from "../own-project";
import { post } from "../people";
import { finishTask } from "./work";

test("twenty tasks a page, and the page, the search and the order are in the address", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  const tasks = [];
  for (let count = 0; count < 21; count++)
    tasks.push(await project.make("tasks", { template_id, message: `m${count}` }));
  await post(page.request, `/project/${project.id}/templates/${template_id}/stop_all_tasks`, {});
  const rows = page.locator("tbody tr");
  await page.goto(project.at("history"));
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(`#${tasks[20]?.id}`);
  await expect(page.getByText("1–20 of 21")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`#${tasks[0]?.id}`);
  await page.goBack();
  await expect(rows).toHaveCount(20);
  await page.getByLabel("Search", { exact: true }).fill(`#${tasks[7]?.id}`);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
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
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect.poll(stepsGone).toBe(before);
  await expect(page).toHaveURL((url) => url.pathname === project.at("history") && url.search === "");
  await page.goBack();
  await page.waitForURL(`**${project.at("keys")}`);
});
