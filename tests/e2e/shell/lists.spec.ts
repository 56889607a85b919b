import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { violations } from "../axe";
import { box, expect, makeProject, makeScript, type OwnProject, rowOf, test, toast, visit } from "../own-project";
import { GLOBAL_LISTS, PROJECT_LISTS } from "../screen-paths";
import { THEMES } from "../variants";

const options = (page: Page) => page.getByRole("button", { name: "List options" });
const header = (page: Page, name: string) => page.getByRole("columnheader", { name });
const titles = (page: Page) => page.locator("[data-row-title]");

async function makeKeys(project: OwnProject): Promise<void> {
  for (const name of ["Alpha", "Beta", "=Gamma"]) await project.make("keys", { name, type: "none" });
}

/** The text of the file that a click downloads. */
async function download(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

const heightOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.height ?? 0;

test("order, columns and density of a list are remembered, in all projects, from the server's page on", async ({
  page,
  project,
}) => {
  await makeKeys(project);
  await visit(page, project.at("keys"));
  await header(page, "Name").getByRole("button").click();
  await expect(titles(page).first()).toContainText("None");
  await options(page).click();
  await page.getByRole("menuitemcheckbox", { name: "Fingerprint" }).click();
  await expect(header(page, "Fingerprint")).toHaveCount(0);
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect.poll(() => heightOf(rowOf(page, "Alpha"))).toBeLessThan(34);
  await page.keyboard.press("Escape");
  await expect(options(page)).toBeFocused();

  const other = await makeProject(page, `${project.name} too`);
  await makeKeys(other);
  const html = await (await page.request.get(other.at("keys"))).text();
  expect(html).not.toContain("Fingerprint<");
  expect(html).toContain('data-density="compact"');
  await visit(page, other.at("keys"));
  await expect(header(page, "Name")).toHaveAttribute("aria-sort", "descending");
  await expect(titles(page).first()).toContainText("None");
  await expect.poll(() => heightOf(rowOf(page, "Alpha"))).toBeLessThan(34);

  // An address with an order says more than what is remembered.
  await visit(page, other.at("keys?sort=name"));
  await expect(titles(page).last()).toContainText("None");
  await visit(page, other.at("keys"));
  await header(page, "Name").getByRole("button").click();
  await expect(header(page, "Name")).toHaveAttribute("aria-sort", "ascending");
});

test("a list is exported by mouse as CSV: the columns and rows that it shows, in their order", async ({
  page,
  project,
}) => {
  await makeKeys(project);
  await visit(page, project.at("keys?sort=-name"));
  const exported = async () => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await options(page).click();
    return download(page, () => page.getByRole("menuitem", { name: "Export CSV" }).click());
  };
  const all = await exported();
  expect(all.name).toBe("keys.csv");
  const [headers, ...rows] = all.text.replace("\uFEFF", "").trim().split("\r\n");
  expect(headers).toBe("Name,Type,Fingerprint,Used by,Last changed");
  expect(rows.map((row) => row.split(",")[0])).toEqual(["None", "Beta", "Alpha", "'=Gamma"]);
  expect(all.text).not.toContain("login_password");
  await box(page, "Search").fill("beta");
  await expect(page.locator("[data-row]")).toHaveCount(1);
  const found = await exported();
  expect(found.text.trim().split("\r\n")).toHaveLength(2);
  expect(found.text).toContain("\r\nBeta,");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await options(page).click();
  await page.getByRole("menuitemcheckbox", { name: "Fingerprint" }).click();
  await page.keyboard.press("Escape");
  expect((await exported()).text).not.toContain("Fingerprint");
});

test("going back searches for what the address says, and a space before the next word stays", async ({
  page,
  project,
}) => {
  for (let count = 1; count <= 21; count++) await project.make("keys", { name: `Web ${count}`, type: "none" });
  await visit(page, project.at("keys"));
  const search = box(page, "Search");
  await search.fill("web ");
  await expect(page).toHaveURL(/keys\?q=web$/);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expect(search).toHaveValue("web ");
  await search.clear();
  await expect(page).toHaveURL(/keys$/);
  await page.goBack();
  await expect(page).toHaveURL(/keys\?q=web$/);
  await expect(search).toHaveValue("web");
  await expect(page.getByText("1–20 of 21")).toBeVisible();
});

test("another page of a list begins at its head, and the step keeps the focus", async ({ page, project }) => {
  for (let count = 1; count <= 60; count++) await project.make("keys", { name: `Web ${count}`, type: "none" });
  await page.setViewportSize({ width: 1440, height: 500 });
  await visit(page, project.at("keys"));
  const next = page.getByRole("link", { name: "Next page" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("21–40 of 61")).toBeAttached();
  await expect(titles(page).first()).toBeInViewport();
  await expect(header(page, "Name")).toBeInViewport();
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("41–60 of 61")).toBeAttached();
});

test("what is found is exported as JSON, and a refusal is shown", async ({ page, project }) => {
  const [key] = await project.read<{ id: number }[]>("keys");
  const inventory = { type: "static", inventory: "web1", ssh_key_id: key?.id };
  for (const name of ["Web 1", "Web 2", "Other"]) await project.make("inventory", { ...inventory, name });
  await visit(page, project.at("inventory"));
  await box(page, "Search").fill("web");
  await expect(page.locator("[data-row]")).toHaveCount(2);
  const exportAs = async (format: string) => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await options(page).click();
    await page.getByRole("menuitem", { name: `Export ${format}` }).click();
  };
  const { name, text } = await download(page, () => exportAs("JSON"));
  expect(name).toBe("inventory.json");
  expect((JSON.parse(text) as { name: string }[]).map(({ name }) => name)).toEqual(["Web 1", "Web 2"]);
  await page.route("**/api/**export=json**", (route) =>
    route.fulfill({ status: 503, json: { error: "No file today" } }),
  );
  await exportAs("JSON");
  await expect(toast(page, "No file today")).toBeVisible();
  await box(page, "Search").clear();
  await expect(page.locator("[data-row]")).toHaveCount(3);
  await exportAs("JSON");
  await expect(toast(page, /./).nth(1)).toBeVisible();
});

test("the history is exported by keyboard as JSON: all pages of what its filters select", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  const ids: number[] = [];
  for (let count = 0; count < 25; count++)
    ids.push((await project.make("tasks", { template_id, message: "wanted" })).id);
  await project.make("tasks", { template_id, message: "other" });
  await page.request.post(`/api/project/${project.id}/templates/${template_id}/stop_all_tasks`, { data: {} });
  await visit(page, project.at("history?q=wanted"));
  await expect(page.locator("[data-row]")).toHaveCount(20);
  await options(page).focus();
  await page.keyboard.press("Enter");
  const last = page.getByRole("menuitem", { name: "Export JSON" });
  await expect(last).toBeVisible();
  await page.keyboard.press("End");
  await expect(last).toBeFocused();
  const { name, text } = await download(page, () => page.keyboard.press("Enter"));
  expect(name).toBe("tasks.json");
  expect((JSON.parse(text) as { id: number }[]).map(({ id }) => id)).toEqual(ids.toReversed());
});

test("the history is exported as CSV: all pages, with exact times", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  const ids: number[] = [];
  for (let count = 0; count < 25; count++) ids.push((await project.make("tasks", { template_id })).id);
  await expect.poll(() => project.read(`tasks/${ids[0]}`)).toMatchObject({ status: "running" });
  await page.request.post(`/api/project/${project.id}/templates/${template_id}/stop_all_tasks`, { data: {} });
  await visit(page, project.at("history"));
  await expect(page.locator("[data-row]")).toHaveCount(20);
  await options(page).click();
  const { name, text } = await download(page, () => page.getByRole("menuitem", { name: "Export CSV" }).click());
  expect(name).toBe("tasks.csv");
  const rows = text.trim().split("\r\n").slice(1);
  expect(rows.map((row) => Number(/#(\d+)/.exec(row)?.[1]))).toEqual(ids.toReversed());
  for (const row of rows) expect(row).toContain("Backup");
  expect(rows.at(-1)).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
});

test("the options of a list low in the window are all in view, from the first opening on", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  await project.make("tasks", { template_id });
  await visit(page, project.at("history"));
  // When the menu appears, what is in it has been loaded.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const menu = document.querySelector("[role=menu]");
      if (!menu) return;
      document.body.dataset.firstItems = String(menu.querySelectorAll("[role^=menuitem]").length);
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await options(page).scrollIntoViewIfNeeded();
  await options(page).click();
  const items = page.getByRole("menu").locator("[role^=menuitem]");
  await expect(page.getByRole("menuitem", { name: "Export JSON" })).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset.firstItems)).toBe(String(await items.count()));
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });
});

for (const colorScheme of THEMES) {
  test(`every list has its options and fits, and axe is content with the menu, ${colorScheme}`, async ({
    page,
    project,
  }) => {
    await makeKeys(project);
    const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
    await project.make("tasks", { template_id });
    await page.emulateMedia({ colorScheme });
    for (const path of [...PROJECT_LISTS.map(project.at), ...GLOBAL_LISTS]) {
      await visit(page, path);
      const isEmpty = (await page.locator("[data-row]").count()) === 0;
      if (!path.endsWith("/system")) await expect(options(page), path).toHaveCount(isEmpty ? 0 : 1);
    }
    await visit(page, project.at("templates"));
    await options(page).click();
    await expect(page.getByRole("menu")).toBeVisible();
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
  });
}
