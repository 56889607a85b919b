import type { Page } from "@playwright/test";
import { expect, makeScript, test, visit } from "../own-project";

const taskRow = (page: Page, id: number) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `#${id}`, exact: true }) });

const ENDLESS = "trap 'exit 1' TERM INT\nwhile :; do sleep 0.1; done\n";

test("a running and a waiting task show their location, and can be stopped", async ({ page, project }) => {
  const { id } = await makeScript(project, "Endless", ENDLESS);
  const running = await project.make("tasks", { template_id: id });
  const waiting = await project.make("tasks", { template_id: id });
  await visit(page, "/tasks");
  const first = taskRow(page, running.id);
  const second = taskRow(page, waiting.id);
  await expect(first).toContainText("Running");
  await expect(first).toContainText("Runner #1");
  await expect(first).toContainText(`#${project.id}`);
  await expect(first).toContainText("Administrator");
  await expect(second).toContainText("Queue");

  await second.hover();
  await second.getByRole("button", { name: `Stop #${waiting.id}` }).click();
  await expect(second).toHaveCount(0);
  // By key: it may have moved to the place of the other one, which holds further clicks for a moment.
  await first.getByRole("button", { name: `Stop #${running.id}` }).press("Enter");
  await expect(first).toHaveCount(0);
});

test("a new task appears by itself, and its row links to its log", async ({ page, project }) => {
  const { id } = await makeScript(project, "Late", ENDLESS);
  await visit(page, "/tasks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const task = await project.make("tasks", { template_id: id });
  const row = taskRow(page, task.id);
  await expect(row).toContainText("Running", { timeout: 20_000 });
  await row.getByRole("link").first().click();
  await page.waitForURL(`**${project.at(`tasks/${task.id}`)}`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
});
