import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, signedIn, test } from "./product";

/** A project with a template that runs the script, created through the API. */
async function template(page: Page, script: string): Promise<{ project: number; id: number }> {
  await signedIn(page);
  const post = async (path: string, data: object) => (await page.request.post(`/api${path}`, { data })).json();
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-repo-"));
  writeFileSync(join(folder, "run.sh"), script);
  const { id: project } = await post("/projects", { name: `Scripts ${Date.now()}` });
  const [key] = await (await page.request.get(`/api/project/${project}/keys`)).json();
  const [environment] = await (await page.request.get(`/api/project/${project}/environment`)).json();
  const repository = await post(`/project/${project}/repositories`, {
    name: "scripts",
    git_url: folder,
    git_branch: "",
    ssh_key_id: key.id,
  });
  const input = {
    name: "Script",
    app: "bash",
    playbook: "run.sh",
    repository_id: repository.id,
    environment_id: environment.id,
  };
  return { project, id: (await post(`/project/${project}/templates`, input)).id };
}

async function start(page: Page, { project, id }: { project: number; id: number }): Promise<number> {
  const task = await (await page.request.post(`/api/project/${project}/tasks`, { data: { template_id: id } })).json();
  await page.goto(`/project/${project}/history?t=${task.id}`);
  return task.id;
}

const status = (page: Page, label: string) => page.getByRole("dialog").getByText(label, { exact: true }).first();

test("a long task is stopped from its log", async ({ page }) => {
  await start(page, await template(page, "echo started\nsleep 300\n"));
  await expect(page.getByRole("dialog").getByText("started", { exact: true })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  await expect(status(page, "Stopped")).toBeVisible();
});

test("further clicks where Stop was don't start the task again", async ({ page }) => {
  const made = await template(page, "echo started\nsleep 300\n");
  await start(page, made);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("started", { exact: true })).toBeVisible();
  const box = await dialog.getByRole("button", { name: "Stop", exact: true }).boundingBox();
  if (!box) throw new Error("there is no Stop");
  const stopped = status(page, "Stopped");
  for (let count = 0; count < 6 || !(await stopped.isVisible()); count++)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 50 });
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const tasks = await page.request.get(`/api/project/${made.project}/templates/${made.id}/tasks`);
  expect(await tasks.json()).toHaveLength(1);
});

test("a task that ignores the stop is force stopped", async ({ page }) => {
  await start(page, await template(page, "trap '' INT TERM\necho stubborn\nwhile :; do sleep 1; done\n"));
  await expect(page.getByRole("dialog").getByText("stubborn")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  // By key: a click in the place of the one before has no effect for a moment.
  await page.getByRole("dialog").getByRole("button", { name: "Force Stop" }).press("Enter");
  await expect(status(page, "Stopped")).toBeVisible();
});

test("a log of 200,000 lines opens at once at its end, and every part of it can be reached", async ({ page }) => {
  const made = await template(page, "seq 1 200000 | sed 's/^/number /'\n");
  await start(page, made);
  await expect(status(page, "Success")).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole("dialog").getByText("number 200000", { exact: true })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Go to top" }).click();
  await expect(page.getByRole("dialog").getByText("number 1", { exact: true })).toBeVisible();
});

test("a lost connection is shown, and missed lines appear on reconnect", async ({ page, context }) => {
  await start(page, await template(page, 'for i in $(seq 1 80); do echo "tick $i"; sleep 0.1; done\n'));
  await expect(page.getByRole("dialog").getByText("tick 5", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.waitForTimeout(3000);
  await context.setOffline(false);
  await expect(status(page, "Success")).toBeVisible({ timeout: 30_000 });
  for (const tick of [60, 70, 80])
    await expect(page.getByRole("dialog").getByText(`tick ${tick}`, { exact: true })).toBeVisible();
});

test("dark mode is kept, and follows the system until the user chooses", async ({ browser, baseURL }) => {
  const dark = await browser.newContext({ colorScheme: "dark", baseURL });
  const page = await dark.newPage();
  await signedIn(page);
  await page.goto("/");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await dark.close();
});
