import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, signedIn, signIn, test } from "./product";

test.describe.configure({ mode: "serial" });

const hasTool = (command: string) => {
  try {
    execFileSync("which", [command], { stdio: "ignore" });
    return true;
  } catch {
    // `which` fails if it is missing.
    return false;
  }
};

const requireTool = (command: string, exempt = false) =>
  test.skip(!hasTool(command) && (exempt || !process.env.REQUIRE_TOOLS), `${command} is not installed`);

const dialog = (page: Page) => page.getByRole("dialog");
const status = (page: Page, label: string) => dialog(page).getByText(label, { exact: true }).first();

let templates = "";

/** Starts a task from a template's row; the log dialog follows. */
async function run(page: Page, name: string, button = "Run"): Promise<void> {
  await page.goto(templates);
  const row = page.getByRole("row").filter({ hasText: name });
  await row.hover();
  await row.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
}

test("a wrong password is rejected with a clear message, and the input is kept", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByLabel("Username or email").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect username or password" })).toBeVisible();
  await expect(page.getByLabel("Username or email")).toHaveValue("admin");
});

test("first start: sign in, and create the demo project", async ({ page }) => {
  await signIn(page);
  await page.waitForURL("**/project/new");
  await page.getByLabel("Project name").fill("Demo");
  await page.getByRole("button", { name: "Create Demo Project" }).click();
  await page.waitForURL(/\/project\/\d+\/history/);
  templates = new URL(page.url()).pathname.replace("/history", "/templates");
  await page.getByRole("link", { name: "Task templates" }).click();
  for (const name of ["Ping Site", "Build", "Deploy to Dev", "Deploy to Production"]) {
    await expect(page.getByRole("row").filter({ hasText: name }).first()).toBeVisible();
  }
});

test("a bash task: its log arrives before the end, then success", async ({ page }) => {
  await signedIn(page);
  await run(page, "Ping Site");
  await expect(dialog(page).getByText("HTTP/1.1 200 OK").first()).toBeVisible();
  await expect(status(page, "Running")).toBeVisible();
  await expect(status(page, "Success")).toBeVisible();
  await expect(dialog(page).getByText("The site is up.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  expect(new URL(page.url()).search).toBe("");
});

test("a build gets a version, and its deploy follows automatically", async ({ page }) => {
  await signedIn(page);
  await run(page, "Build", "Build");
  await expect(status(page, "Success")).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Escape");
  const deploy = page.getByRole("row").filter({ hasText: "Deploy to Dev" });
  await expect(deploy.getByText("Success")).toBeVisible({ timeout: 30_000 });
  await expect(deploy.getByText("1.0.0")).toBeVisible();
});

test("ansible: survey, vault and secret; the secret is masked", async ({ page }) => {
  requireTool("ansible-playbook");
  await signedIn(page);
  await page.goto(templates);
  const row = page.getByRole("row").filter({ hasText: "Configure Host" });
  await row.hover();
  await row.getByRole("button", { name: "Start with options" }).click();
  await dialog(page).getByLabel("Workers").fill("x");
  await dialog(page).getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialog(page).getByText("Digits only").first()).toBeVisible();
  await dialog(page).getByLabel("Workers").fill("3");
  await dialog(page).getByLabel("Passphrase").fill("open sesame please");
  await dialog(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(status(page, "Success")).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByText("open sesame")).toHaveCount(0);
});

test("terraform: plans, waits for confirmation, applies the confirmed plan", async ({ page }) => {
  requireTool("terraform", true);
  await signedIn(page);
  await run(page, "Create Servers");
  await expect(status(page, "Waiting confirmation")).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByText("to add").first()).toBeVisible();
  await dialog(page).getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(status(page, "Success")).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByText("Apply complete!")).toBeVisible();
});

test("history shows every task, and its status changes live", async ({ page }) => {
  await signedIn(page);
  await page.goto(templates.replace("/templates", "/history"));
  await expect(page.getByRole("row").filter({ hasText: "Ping Site" }).first()).toContainText("Success");
  const list = await (await page.request.get(`/api${templates}`)).json();
  const ping = list.find(({ name }: { name: string }) => name === "Ping Site");
  const project = templates.replace("/templates", "");
  const { id } = await (await page.request.post(`/api${project}/tasks`, { data: { template_id: ping.id } })).json();
  const row = page.getByRole("row").filter({ hasText: `#${id}` });
  await expect(row).toContainText("Running");
  await expect(row).toContainText("Success");
});
