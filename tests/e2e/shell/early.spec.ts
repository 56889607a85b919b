import type { Page } from "@playwright/test";
import { expect, makeScript, type OwnProject, test } from "../own-project";
import { post } from "../people";

/** A history of 21 tasks. */
async function makeTwoPages(page: Page, project: OwnProject): Promise<void> {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  for (let count = 0; count < 21; count++) await project.make("tasks", { template_id });
  await post(page.request, `/project/${project.id}/templates/${template_id}/stop_all_tasks`, {});
}

test("another page of a list opens before the scripts have loaded", async ({ browser, baseURL, page, project }) => {
  await makeTwoPages(page, project);
  for (let count = 0; count < 20; count++) await project.make("keys", { name: `Spare ${count}`, type: "none" });
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false });
  const still = await context.newPage();
  const rows = still.locator("tbody tr");
  await still.goto(project.at("history?q=backup"));
  await still.getByLabel("Older tasks").click();
  await expect(still).toHaveURL(/history\?q=backup&before=\d+$/);
  await expect(rows).toHaveCount(1);
  await still.goto(project.at("keys?q=e&sort=-name"));
  await still.getByLabel("Next page").click();
  await expect(still).toHaveURL(/keys\?q=e&sort=-name&page=2$/);
  await expect(rows).toHaveCount(1);
  await still.getByLabel("Previous page").click();
  await expect(still).toHaveURL(/keys\?q=e&sort=-name$/);
  await context.close();
});

test("another page of a table is a step in the browser's history", async ({ page, project }) => {
  for (let count = 0; count < 20; count++) await project.make("keys", { name: `Spare ${count}`, type: "none" });
  const rows = page.locator("tbody tr");
  await page.goto(project.at("keys"));
  await page.getByLabel("Next page").click();
  await expect(page).toHaveURL(/keys\?page=2$/);
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel("Next page")).toBeDisabled();
  await page.goBack();
  await expect(rows).toHaveCount(20);
  await expect(page.getByLabel("Previous page")).toBeDisabled();
});

test("what is opened while the page comes alive is shown", async ({ page, project }) => {
  await makeTwoPages(page, project);
  // Next writes its own state to the history as it hydrates, and learns of what others write a moment later.
  await page.addInitScript(() => {
    const replaceState = history.replaceState;
    History.prototype.replaceState = function (...values) {
      History.prototype.replaceState = replaceState;
      queueMicrotask(() => document.querySelector<HTMLElement>("[aria-label='Older tasks']")?.click());
      return replaceState.apply(this, values);
    };
  });
  await page.goto(project.at("history"));
  await expect(page).toHaveURL(/before=\d+$/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.goBack();
  await expect(page.locator("tbody tr")).toHaveCount(20);
});

test("a search that is typed before the scripts have loaded finds its rows", async ({ page, project }) => {
  for (const name of ["Backup", "Deploy"]) await makeScript(project, name, "echo\n");
  let letThrough: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(project.at("repositories"), { waitUntil: "commit" });
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Search", { exact: true }).fill("depl");
  letThrough();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Deploy");
  await expect(page).toHaveURL(/\?q=depl$/);
});
