import { box, expect, test, toast, visit } from "../own-project";
import { signInBy } from "../people";

test.beforeEach(async ({ page }) => {
  await signInBy(page.request, "admin");
  await visit(page, "/project/new");
});

test("a project needs a name and a whole number of tasks", async ({ page }) => {
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Project name is required")).toBeVisible();
  await box(page, "Project name").fill("Numbers");
  for (const [number, problem] of [
    ["-1", "Must be 0 or greater"],
    ["1.5", "Must be an integer"],
  ] as const) {
    await page.getByLabel("Max parallel tasks").fill(number);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByText(problem)).toBeVisible();
  }
});

test("a new project opens at once with its settings", async ({ page }) => {
  await box(page, "Project name").fill("Filled in");
  await page.getByRole("checkbox", { name: "Allow alerts for this project" }).check();
  await box(page, "Telegram chat ID").fill("-1001234567890");
  await page.getByLabel("Max parallel tasks").fill("3");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/\/project\/\d+\/history$/);
  await expect(toast(page, "Project Filled in created.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a project" })).toContainText("Filled in");
  const id = /\d+/.exec(page.url().split("/project/")[1] ?? "")?.[0];
  const project = await (await page.request.get(`/api/project/${id}`)).json();
  expect(project).toMatchObject({ alert: true, alert_chat: "-1001234567890", max_parallel_tasks: 3, type: "" });
});

test("one click creates a demo project with an unused name", async ({ page }) => {
  const names = new Set<string>();
  for (const _ of ["first", "second"]) {
    await page.goto("/project/new");
    await page.getByRole("button", { name: "Create Demo Project" }).click();
    await page.waitForURL(/\/project\/\d+\/history$/);
    const id = /\/project\/(\d+)\//.exec(page.url())?.[1];
    const { name } = await (await page.request.get(`/api/project/${id}`)).json();
    expect(name).toMatch(/^Demo Project( \d+)?$/);
    await expect(page.getByRole("button", { name: "Choose a project" })).toContainText(name);
    names.add(name);
  }
  expect(names.size).toBe(2);
});

test("the demo project comes with templates", async ({ page }) => {
  await box(page, "Project name").fill("Shown around");
  await page.getByRole("button", { name: "Create Demo Project" }).click();
  await page.waitForURL(/\/project\/\d+\/history$/);
  await page.getByRole("link", { name: "Task templates" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Deploy to Production" })).toBeVisible();
});
