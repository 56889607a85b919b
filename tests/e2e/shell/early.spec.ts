import type { Page } from "@playwright/test";
import { dialogOf, expect, makeScript, type OwnProject, test } from "../own-project";
import { post } from "../people";
import { PASSWORD } from "../start";

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

/** Opens a page whose scripts only load when the result is called. */
async function openStill(page: Page, address: string): Promise<() => void> {
  let load: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return load;
}

test("a search that is typed before the scripts have loaded finds its rows", async ({ page, project }) => {
  for (const name of ["Backup", "Deploy"]) await makeScript(project, name, "echo\n");
  const load = await openStill(page, project.at("repositories"));
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Search", { exact: true }).fill("depl");
  load();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Deploy");
  await expect(page).toHaveURL(/\?q=depl$/);
});

test("a button that is pressed before the scripts have loaded acts once", async ({ page, project }) => {
  const { id } = await makeScript(project, "Deploy", "sleep 300\n");
  const load = await openStill(page, project.at(`templates/${id}`));
  const run = page.getByRole("button", { name: "Run", exact: true }).first();
  await run.click();
  await run.click();
  load();
  await expect(dialogOf(page)).toContainText("Deploy");
  expect(await project.read(`templates/${id}/tasks`)).toHaveLength(1);
  await post(page.request, `/project/${project.id}/templates/${id}/stop_all_tasks`, {});
});

test("a form that is filled in and sent before the scripts have loaded is saved", async ({ page, project }) => {
  const load = await openStill(page, project.at("settings"));
  const name = page.getByLabel("Name");
  await name.fill("Renamed early");
  const alerts = page.getByRole("checkbox").first();
  await alerts.click();
  await name.press("Enter");
  load();
  await expect(page.getByText("Renamed early saved")).toBeVisible();
  const stored = await project.read<{ name: string; alert: boolean }>("");
  expect(stored).toMatchObject({ name: "Renamed early", alert: true });
});

test("a text that is replaced before the scripts have loaded is saved", async ({ page, project }) => {
  const { id } = await makeScript(project, "Described", "echo");
  const stored = await project.read<object>(`templates/${id}`);
  await page.request.put(`/api/project/${project.id}/templates/${id}`, { data: { ...stored, description: "Old" } });
  const load = await openStill(page, project.at(`templates/${id}/edit`));
  const description = page.getByLabel("Description");
  await description.fill("New");
  load();
  await expect(description).toHaveValue("New");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`templates/${id}$`));
  expect(await project.read(`templates/${id}`)).toMatchObject({ description: "New" });
});

test("a menu that is asked for before the scripts have loaded opens", async ({ page, project }) => {
  const load = await openStill(page, project.at("templates"));
  await page.getByRole("button", { name: "New template" }).first().click();
  load();
  await expect(page.getByRole("menu")).toBeVisible();
});

test("the palette that is called before the scripts have loaded opens, and stays open", async ({ page, project }) => {
  const load = await openStill(page, project.at("keys"));
  const search = page.getByLabel("Search", { exact: true });
  await search.press("Control+k");
  await page.keyboard.press("Control+k");
  load();
  await expect(page.getByPlaceholder("Go to a screen, project or template")).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Go to a screen, project or template")).toBeHidden();
});

test("who fills in the sign-in before the scripts have loaded is signed in", async ({ page }) => {
  const load = await openStill(page, "/auth/login");
  await page.getByLabel("Username or email").fill("admin");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(PASSWORD);
  await password.press("Enter");
  load();
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
});
