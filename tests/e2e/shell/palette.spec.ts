import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { violations } from "../axe";
import { box, dialogOf, expect, makeProject, makeScript, type OwnProject, test, toast, visit } from "../own-project";

const options = (page: Page) => page.getByRole("option");

async function open(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a screen, project or template").fill(text);
}

/** A template that cannot start before somebody has answered. */
async function makeAsking(project: OwnProject, name: string): Promise<void> {
  const { id } = await makeScript(project, `Script of ${name}`, "echo $region\n");
  const template = await project.read<object>(`templates/${id}`);
  const survey_vars = [{ name: "region", title: "Region", required: true }];
  await project.make("templates", { ...template, id: undefined, name, survey_vars });
}

test("the palette starts a template at once, and stops its task", async ({ page, project }) => {
  await makeScript(project, "Sweep the harbour", "sleep 300\n");
  await visit(page, project.at("keys"));
  await open(page, "run sweep habrour");
  await expect(options(page).first()).toHaveText(/^Run: Sweep the harbour/);
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page)).toContainText("Running");
  const task = new URL(page.url()).searchParams.get("t");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();

  await open(page, "stop");
  await page.getByRole("option", { name: `Stop #${task}` }).click();
  await expect(toast(page, `#${task} Sweep the harbour: Stopping...`)).toBeVisible();
  await expect.poll(async () => (await project.read<{ status: string }>(`tasks/${task}`)).status).toBe("stopped");
  await open(page, `stop ${task}`);
  await expect(page.getByText("No results")).toBeVisible();
});

test("the palette finds people, the profile, tokens, the overview and languages", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  for (const [text, name] of [
    ["overview", "All projects"],
    ["profile", "Profile"],
    ["API tokens", "API tokens"],
    ["german", "Language: Deutsch"],
    ["admin", "Users"],
  ] as const) {
    await open(page, text);
    await expect(options(page).filter({ hasText: name }).first()).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await open(page, "API tokens");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/profile#tokens");
  await expect(page.getByRole("button", { name: "New token" })).toBeVisible();
});

test("the palette opens the parts of the dashboard", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  for (const [text, path] of [
    ["statist", "statistics"],
    ["active", "active"],
    ["settings", "settings"],
  ] as const) {
    await open(page, text);
    await options(page).filter({ hasText: "Dashboard" }).first().click();
    await page.waitForURL(`**${project.at(path)}`);
    await expect(page.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  }
});

test("the palette asks for what a template of another project needs, and shows its task there", async ({
  page,
  project,
}) => {
  const other = await makeProject(page, `Elsewhere ${project.name}`);
  await makeAsking(other, "Choose a region");
  await visit(page, project.at("keys"));
  await open(page, "run choose region");
  await expect(options(page).first()).toContainText("Run: Choose a region");
  await page.keyboard.press("Enter");
  await box(dialogOf(page), "Region").fill("north");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`${other.at("tasks")}/\\d+$`));
  await page.keyboard.press("Control+k");
  await expect(options(page).first()).toContainText("Choose a region");
});

for (const [text, field] of [
  ["new key", "Name"],
  ["new repo", "Name"],
  ["new inven", "Name"],
  ["new environm", "Name"],
  ["new schedule", "Name"],
] as const)
  test(`the palette opens a form: ${text}`, async ({ page, project }) => {
    await visit(page, project.at("history"));
    await page.getByRole("button", { name: "Account menu" }).focus();
    await open(page, text);
    await page.keyboard.press("Enter");
    await expect(box(dialogOf(page), field)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Account menu" })).toBeFocused();
  });

test("the palette offers the inventories that the list offers", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await open(page, "new inventory");
  await expect(options(page).filter({ hasText: "New inventory" })).toHaveText([
    /Ansible Inventory/,
    /Terraform Workspace/,
    /OpenTofu Workspace/,
  ]);
  await page.getByRole("option", { name: "OpenTofu Workspace" }).click();
  await expect(page.getByRole("dialog", { name: "New OpenTofu workspace" })).toBeVisible();
});

test("the palette begins a template and a project, and switches the theme", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await open(page, "new template bash");
  await page.keyboard.press("Enter");
  await page.waitForURL(/templates\/new\/edit\?app=bash/);
  await open(page, "new project");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/project/new");
  await open(page, "dark mode");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await open(page, "lihgt mode");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveClass(/dark/);
});

test("a choice by arrow keys stays while more is found", async ({ page, project }) => {
  await makeScript(project, "Keys of the town", "echo\n");
  await visit(page, project.at("history"));
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/api/search?*", (route) => arrived.then(() => route.continue()));
  await open(page, "key");
  const chosen = page.locator("[role=option][aria-selected=true]");
  await expect(chosen).toHaveText("Key store");
  await page.keyboard.press("ArrowDown");
  const second = await options(page).nth(1).textContent();
  await expect(chosen).toHaveText(second ?? "");
  arrive();
  await expect(options(page).filter({ hasText: "Run: Keys of the town" })).toBeVisible();
  await expect(chosen).toHaveText(second ?? "");
});

test("what is typed before the palette has loaded is in its field", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.route("**/_next/static/**", async (route) => {
    await sleep(500);
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("invem");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("ntory");
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Go to a screen, project or template")).toHaveValue("inventory");
  await expect(options(page).first()).toHaveText(/^Inventory/);
});
