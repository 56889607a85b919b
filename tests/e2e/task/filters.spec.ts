import type { Page } from "@playwright/test";
import { violations } from "../axe";
import {
  box,
  confirmDelete,
  dialogOf,
  expect,
  makeScript,
  type OwnProject,
  pick,
  reload,
  rowOf,
  test,
  visit,
} from "../own-project";
import { THEMES } from "../variants";
import { changeTemplate, finishTask } from "./work";

const rows = (page: Page) => page.locator("tbody tr");
const filters = (page: Page) => page.getByRole("button", { name: /^Filters/ });

async function makeTasks(project: OwnProject): Promise<{ good: number; bad: number }> {
  const good = await makeScript(project, "Backup", "echo done\n");
  const bad = await makeScript(project, "Report", "exit 3\n");
  return {
    good: await finishTask(project, { template_id: good.id, message: "fine" }),
    bad: await finishTask(project, { template_id: bad.id, message: "broken" }),
  };
}

test("filters select tasks on the server, and are in the address", async ({ page, project }) => {
  const { good, bad } = await makeTasks(project);
  await visit(page, project.at("history"));
  await expect(rows(page)).toHaveCount(2);
  await filters(page).click();
  await pick(page.locator("body"), "Status", "Failed");
  await expect(page).toHaveURL(/status=error/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`#${bad}`);
  await pick(page.locator("body"), "Status", "Any");
  await expect(rows(page)).toHaveCount(2);
  await pick(page.locator("body"), "Template", "Backup");
  await expect(rows(page)).toContainText([`#${good}`]);
  await reload(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(filters(page)).toHaveText("Filters (1)");
  await pick(page.locator("body"), "Trigger", "Schedule");
  await expect(page.getByText("No task matches.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear the search" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL((url) => url.search === "");
});

test("filters by day work by keyboard, and include the last day", async ({ page, project }) => {
  await makeTasks(project);
  await visit(page, project.at("history"));
  await filters(page).focus();
  await page.keyboard.press("Enter");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await page.getByLabel("To", { exact: true }).fill(today);
  await expect(page).toHaveURL(/until=/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("From", { exact: true }).fill("2000-01-01");
  await page.getByLabel("To", { exact: true }).fill("2001-01-01");
  await expect(page.getByText("No task matches.")).toBeVisible();
});

test("a day is typed key by key, fast, or so slowly that each key changes the address", async ({ page, project }) => {
  await makeTasks(project);
  await visit(page, project.at("history"));
  await filters(page).click();
  const from = page.getByLabel("From", { exact: true });
  for (const [keys, delay, day, since] of [
    ["05102026", 0, "2026-05-10", /since=2026-05-(09|10)T/],
    ["12", 400, "2026-12-10", /since=2026-12-(09|10)T/],
    ["05102025", 400, "2025-05-10", /since=2025-05-(09|10)T/],
  ] as const) {
    await from.blur();
    await from.pressSequentially(keys, { delay });
    await expect(page).toHaveURL(since);
    await expect(from).toHaveValue(day);
  }
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(from).toHaveValue("");
});

test("a filter is saved, applied and deleted", async ({ page, project }) => {
  await makeTasks(project);
  await visit(page, project.at("history?status=error"));
  await expect(rows(page)).toHaveCount(1);
  await box(page, "Filter name").fill("Failures");
  await page.keyboard.press("Enter");
  const saved = page.getByRole("list", { name: "Saved filters" });
  await expect(saved.getByRole("button", { name: "Failures", exact: true })).toHaveAttribute("aria-pressed", "true");
  await visit(page, project.at("history"));
  await expect(filters(page)).toHaveAttribute("aria-expanded", "false");
  await expect(saved.getByRole("button", { name: "Delete filter: Failures" })).toHaveCount(0);
  await saved.getByRole("button", { name: "Failures", exact: true }).click();
  await expect(page).toHaveURL(/status=error/);
  await expect(rows(page)).toHaveCount(1);
  await expect(filters(page)).toHaveAttribute("aria-expanded", "false");
  await saved.getByRole("button", { name: "Delete filter: Failures" }).click();
  await expect(saved).toHaveCount(0);
});

test("saving or deleting a filter keeps those saved in another tab, and Back shows all", async ({ page, project }) => {
  await makeTasks(project);
  const [elsewhere, failures] = [
    { name: "Elsewhere", query: "status=success" },
    { name: "Failures", query: "status=error" },
  ];
  await visit(page, project.at("history?status=error"));
  await expect(rows(page)).toHaveCount(1);
  await page.request.put(`/api/project/${project.id}/filters`, { data: { filters: [elsewhere] } });
  await box(page, "Filter name").fill("Failures");
  await page.keyboard.press("Enter");
  const saved = page.getByRole("list", { name: "Saved filters" });
  await expect(saved.getByRole("button", { name: "Elsewhere", exact: true })).toBeVisible();
  expect(await project.read("filters")).toEqual([elsewhere, failures]);

  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await page.waitForURL("**/schedule");
  await page.goBack();
  await expect(saved.getByRole("button", { name: "Failures", exact: true })).toBeVisible();
  const later = { name: "Later", query: "status=stopped" };
  await page.request.put(`/api/project/${project.id}/filters`, { data: { filters: [elsewhere, failures, later] } });
  await saved.getByRole("button", { name: "Delete filter: Failures" }).click();
  await expect(saved.getByRole("button", { name: "Later", exact: true })).toBeVisible();
  expect(await project.read("filters")).toEqual([elsewhere, later]);
});

test("the filters are one line at 1440, and two at 1280", async ({ page, project }) => {
  await makeTasks(project);
  await visit(page, project.at("history?status=error"));
  const fields = ["Status", "Template", "User", "Trigger", "From", "To", "Version", "Filter name"];
  const lines = async () => {
    const boxes = await Promise.all(fields.map((name) => page.getByLabel(name, { exact: true }).first().boundingBox()));
    return new Set(boxes.map((box) => box?.y)).size;
  };
  await expect(page.getByLabel("Filter name")).toBeVisible();
  expect(await lines()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await lines()).toBeLessThanOrEqual(2);
});

test("the templates to choose from are in natural order", async ({ page, project }) => {
  const { id } = await makeScript(project, "Node 10", "echo done\n");
  const script = await project.read<object>(`templates/${id}`);
  for (const name of ["Node 9", "Node 100", "Node 1"])
    await project.make("templates", { ...script, id: undefined, name });
  await finishTask(project, { template_id: id });
  await visit(page, project.at("history"));
  await filters(page).click();
  await page.getByRole("combobox", { name: "Template", exact: true }).click();
  await expect(page.getByRole("option")).toHaveText(["Any", "Node 1", "Node 9", "Node 10", "Node 100"]);
});

test("a failed task is run again with one click, and with a key", async ({ page, project }) => {
  const { bad } = await makeTasks(project);
  await visit(page, project.at("history"));
  const again = rowOf(page, `#${bad}`).getByRole("button", { name: "Rerun", exact: true });
  await again.click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page)).toContainText("broken");
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(3);
  // A double click does not start two: the button acts again a moment after the task began.
  await expect(again).not.toHaveAttribute("aria-disabled");
  await again.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]t=\d+/);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(4);
});

test("a task with a secret answer is not repeated without asking", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Secretive", "echo done\n");
  const variable = { name: "token", title: "Token", type: "secret", required: false, description: "" };
  await changeTemplate(page.request, project, template_id, { survey_vars: [variable] });
  const task = await finishTask(project, { template_id });
  await visit(page, project.at("history"));
  await rowOf(page, `#${task}`).getByRole("button", { name: "Rerun", exact: true }).click();
  await expect(dialogOf(page).getByLabel("Token", { exact: true })).toBeVisible();
  expect(await project.read<object[]>("tasks")).toHaveLength(1);
});

test("several tasks are stopped and run again at once", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Long", "sleep 300\n");
  for (let count = 0; count < 3; count++) await project.make("tasks", { template_id });
  await visit(page, project.at("history"));
  const selected = page.getByRole("group", { name: "Selected tasks" });
  await rows(page).first().getByRole("checkbox").check();
  await expect(selected).toContainText("1 task selected");
  await selected.getByRole("button", { name: "Select the whole page" }).click();
  await expect(selected).toContainText("3 tasks selected");
  const top = async (name: string) => (await page.getByRole("button", { name }).first().boundingBox())?.y;
  expect(await top("List options")).toBe(await top("Filters"));
  const stop = selected.getByRole("button", { name: "Stop", exact: true });
  await stop.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(stop).toBeFocused();
  await stop.click();
  await expect(page.getByRole("alertdialog")).toContainText("Stop 3 tasks?");
  await confirmDelete(page, "Stop");
  await expect(rows(page).filter({ hasText: "Stopped" })).toHaveCount(3);
  await expect(selected).toHaveCount(0);
  const box = rows(page).first().getByRole("checkbox");
  await box.focus();
  await page.keyboard.press("Space");
  await selected.getByRole("button", { name: "Rerun", exact: true }).click();
  await confirmDelete(page, "Rerun");
  await expect(rows(page)).toHaveCount(4);
});

for (const colorScheme of THEMES) {
  test(`filters and selection fit 390, 1024 and 1440, and axe is content, ${colorScheme}`, async ({
    page,
    project,
  }) => {
    await makeTasks(project);
    await page.emulateMedia({ colorScheme });
    await visit(page, project.at("history?since=2020-01-01T00%3A00%3A00.000Z"));
    await rows(page).first().getByRole("checkbox").check();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
  });
}
