import type { Page } from "@playwright/test";
import { violations } from "../axe";
import {
  box,
  dialogOf,
  expect,
  newPrivateKey,
  type OwnProject,
  openList,
  pick,
  pressInRow,
  rowOf,
  save,
  test,
  visit,
} from "../own-project";
import { THEMES } from "../variants";
import { makeResources } from "./form";

const NEW_TEMPLATE = "templates/new/edit?app=ansible";

const select = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const sheet = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Fills a new repository in its sheet, without its key. */
async function fillRepository(page: Page): Promise<void> {
  const form = sheet(page, "New repository");
  await box(form, "Name").fill("Playbooks");
  await box(form, "URL or path").fill("git@example.com:team/playbooks.git");
  await box(form, "Branch").fill("main");
}

test("a template gets a new repository with a new key, and keeps what was typed", async ({ page, project }) => {
  await visit(page, project.at(NEW_TEMPLATE));
  await box(page, "Name").fill("Deploy shop");
  await box(page, "Playbook filename").fill("site.yml");
  await pick(page.locator("form"), "Repository", "New repository…");
  await fillRepository(page);
  await pick(sheet(page, "New repository"), "Access key", "New key…");
  const key = sheet(page, "New key");
  await box(key, "Name").fill("Deploy key");
  await key.getByLabel("Private key").fill(newPrivateKey());
  await save(key, "Create");
  const repository = sheet(page, "New repository");
  await expect(repository.getByRole("combobox", { name: "Access key" })).toContainText("Deploy key");
  await expect(box(repository, "Name")).toHaveValue("Playbooks");
  await save(repository, "Create");
  await expect(select(page, "Repository")).toHaveText("Playbooks");
  await expect(select(page, "Repository")).toBeFocused();
  await expect(box(page, "Name")).toHaveValue("Deploy shop");
  await expect(box(page, "Branch")).toHaveAttribute("placeholder", "main");

  await pick(page.locator("form"), "Inventory", "New inventory…");
  const inventory = sheet(page, "New Ansible inventory");
  await box(inventory, "Name").fill("Hosts");
  await pick(inventory, "User credentials", "Deploy key");
  await save(inventory, "Create");
  await pick(page.locator("form"), "View", "Add view…");
  await box(sheet(page, "Add view"), "Title").fill("Shop");
  await save(sheet(page, "Add view"), "Create");
  await expect(select(page, "View")).toHaveText("Shop");
  await pick(page.locator("form"), "Add environment", "New environment…");
  await box(sheet(page, "New environment"), "Name").fill("Live");
  await save(sheet(page, "New environment"), "Create");
  await expect(page.getByRole("listitem").filter({ hasText: "Live" })).toBeVisible();

  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/\/templates\/\d+$/);
  const [template] = await project.read<object[]>("templates");
  const idOf = async (list: string, name: string) =>
    (await project.read<{ id: number; name: string }[]>(list)).find((item) => item.name === name)?.id;
  const [repositoryId, inventoryId, live] = await Promise.all([
    idOf("repositories", "Playbooks"),
    idOf("inventory", "Hosts"),
    idOf("environment", "Live"),
  ]);
  expect(template).toMatchObject({ name: "Deploy shop", playbook: "site.yml", repository_id: repositoryId });
  expect(template).toMatchObject({ inventory_id: inventoryId, environment_ids: [expect.any(Number), live] });
});

test("the keyboard alone creates a repository, and leaving its sheet keeps the form", async ({ page, project }) => {
  await visit(page, project.at(NEW_TEMPLATE));
  await box(page, "Name").fill("Deploy shop");
  await openList(select(page, "Repository"));
  await page.keyboard.press("End");
  await expect(page.getByRole("option", { name: "New repository…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(sheet(page, "New repository"), "Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet(page, "New repository")).toBeHidden();
  await expect(select(page, "Repository")).toBeFocused();

  await openList(select(page, "Repository"));
  await page.keyboard.press("End");
  await expect(page.getByRole("option", { name: "New repository…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(sheet(page, "New repository"), "Name")).toBeFocused();
  await page.keyboard.type("Playbooks");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/srv/playbooks");
  await openList(select(page, "Access key"));
  await page.keyboard.press("Home");
  await expect(page.getByRole("option").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(select(page, "Access key")).toContainText("None");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toContainText("Discard changes?");
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await box(sheet(page, "New repository"), "Name").press("Control+Enter");
  await expect(sheet(page, "New repository")).toBeHidden();
  await expect(select(page, "Repository")).toHaveText("Playbooks");
  await expect(box(page, "Name")).toHaveValue("Deploy shop");
});

test("a list too long for a menu offers it after a search, too", async ({ page, project }) => {
  for (let n = 1; n <= 9; n++) await project.make("keys", { name: `Key ${n}`, type: "none" });
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  await dialogOf(page).getByRole("combobox", { name: "Access key" }).click();
  await page.keyboard.type("Staging");
  await page.getByRole("option", { name: "New key…" }).click();
  const key = sheet(page, "New key");
  await box(key, "Name").fill("Staging");
  await pick(key, "Type", "Login with password");
  await key
    .locator("input")
    .and(key.getByLabel(/^Password/))
    .fill("secret");
  await save(key, "Create");
  await expect(sheet(page, "New repository").getByRole("combobox", { name: "Access key" })).toContainText("Staging");
});

test("a form that cannot be loaded says so, and the page stays", async ({ page, project }) => {
  await visit(page, project.at(NEW_TEMPLATE));
  await box(page, "Name").fill("Deploy shop");
  await page.route("**/api/project/*/keys", (route) => route.abort());
  await pick(page.locator("form"), "Repository", "New repository…");
  await expect(page.locator("[data-sonner-toast]")).toContainText("Can't reach the server");
  await expect(box(page, "Name")).toHaveValue("Deploy shop");
});

/** A template that asks for its inventory and its environment. */
async function makeAsking(project: OwnProject): Promise<void> {
  const launch = { inventory_id: "ask", environment_id: "ask" };
  const template = { name: "Patch", app: "ansible", playbook: "site.yml", launch };
  await project.make("templates", { ...template, ...(await makeResources(project)) });
}

test("the start dialog gets a new inventory, and keeps what was typed", async ({ page, project }) => {
  await makeAsking(project);
  await visit(page, project.at("templates"));
  await pressInRow(rowOf(page, "Patch"), "Run");
  const start = sheet(page, "Run: Patch");
  await start.getByText("Advanced", { exact: true }).click();
  await box(start, "Message").fill("Only the new hosts");
  await pick(start, "Inventory", "New inventory…");
  const inventory = sheet(page, "New Ansible inventory");
  await box(inventory, "Name").fill("New hosts");
  await pick(inventory, "User credentials", "New key…");
  await box(sheet(page, "New key"), "Name").fill("Deploy key");
  await sheet(page, "New key").getByLabel("Private key").fill(newPrivateKey());
  await save(sheet(page, "New key"), "Create");
  await save(inventory, "Create");
  await expect(select(page, "Inventory")).toHaveText("New hosts");
  await expect(box(start, "Message")).toHaveValue("Only the new hosts");
  await start.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
  const made = (await project.read<{ id: number; name: string }[]>("inventory")).find(
    ({ name }) => name === "New hosts",
  );
  expect(await project.read("tasks")).toMatchObject([{ inventory_id: made?.id, message: "Only the new hosts" }]);
});

test("a schedule gets a new environment by keyboard alone", async ({ page, project }) => {
  await makeAsking(project);
  await visit(page, project.at("schedule"));
  await page.getByRole("button", { name: "New schedule" }).press("Enter");
  const form = sheet(page, "New schedule");
  await box(form, "Name").fill("Nightly");
  await select(page, "Template").press("Enter");
  await page.getByRole("option", { name: "Patch" }).press("Enter");
  await expect(select(page, "Template")).toBeFocused();
  await openList(select(page, "Environment"));
  await page.keyboard.press("End");
  await expect(page.getByRole("option", { name: "New environment…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(sheet(page, "New environment"), "Name")).toBeFocused();
  await page.keyboard.type("Live");
  await page.keyboard.press("Control+Enter");
  await expect(sheet(page, "New environment")).toBeHidden();
  await expect(select(page, "Environment")).toHaveText("Live");
  await expect(box(form, "Name")).toHaveValue("Nightly");
  await box(form, "Name").press("Control+Enter");
  await expect(form).toBeHidden();
  const live = (await project.read<{ id: number; name: string }[]>("environment")).find(({ name }) => name === "Live");
  expect(await project.read("schedules")).toMatchObject([{ task_params: { environment_id: live?.id } }]);
});

test("Back closes the sheet together with its form", async ({ page, project }) => {
  await visit(page, project.at("templates"));
  await page.getByRole("button", { name: "New template" }).first().click();
  await page.getByRole("menuitem", { name: "Ansible" }).click();
  await pick(page.locator("form"), "Repository", "New repository…");
  await expect(sheet(page, "New repository")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(sheet(page, "New repository")).toHaveCount(0);
});

for (const colorScheme of THEMES) {
  test(`axe finds no violation in a sheet over a sheet, ${colorScheme}`, async ({ page, project }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await visit(page, project.at(NEW_TEMPLATE));
    await pick(page.locator("form"), "Repository", "New repository…");
    await expect(sheet(page, "New repository")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await pick(sheet(page, "New repository"), "Access key", "New key…");
    await expect(sheet(page, "New key")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
