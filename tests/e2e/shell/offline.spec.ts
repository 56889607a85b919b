import type { Page } from "@playwright/test";
import { box, dialogOf, expect, makeScript, pressInRow, rowOf, save, test, toast, visit } from "../own-project";
import { plannedTask } from "../task/plans";
import { finishTask, held } from "../task/work";

/** The page has noticed it, too. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/** What shows them is loaded by the first interaction. */
const toasts = (page: Page) => page.getByRole("region", { name: /^Notifications/ });

const WAITING = "The page opens as soon as the connection is back";

test("a click while the server can't be reached keeps the page, and opens the next one afterwards", async ({
  page,
  project,
}) => {
  await visit(page, project.at("keys"));
  await page.mouse.move(200, 200);
  await expect(toasts(page)).toBeAttached();
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).click();
  await expect(toast(page, WAITING)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Key store" })).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("repositories")}`);
  await expect(page.getByRole("heading", { level: 1, name: "Repositories" })).toBeVisible();
  await expect(toast(page, WAITING)).toBeHidden();
});

test("the page is kept also if nothing was touched before", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.waitForFunction(() => !String(window.fetch).includes("[native code]"));
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Key store" })).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("repositories")}`);
});

test("what could not be loaded offline is loaded afterwards", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await goOffline(page);
  await page.mouse.move(200, 200);
  await page.context().setOffline(false);
  await expect(async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await expect(toasts(page)).toBeAttached({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
});

test("so does a key, and the page that was asked for last opens", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.keyboard.press("Shift");
  await expect(toasts(page)).toBeAttached();
  await goOffline(page);
  await page.getByRole("link", { name: "Repositories" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, WAITING)).toBeVisible();
  await page.getByRole("link", { name: "Team" }).focus();
  await page.keyboard.press("Enter");
  await page.context().setOffline(false);
  await page.waitForURL(`**${project.at("team")}`);
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
});

test("a save while offline fails at once and is not repeated", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Once");
  await goOffline(page);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Can't reach the server");
  await page.context().setOffline(false);
  expect(await project.read<{ name: string }[]>("environment")).not.toContainEqual(
    expect.objectContaining({ name: "Once" }),
  );
});

const LOADING = "The rest of this page loads as soon as the connection is back";

/** Offline, with what the first interaction loads, and nothing else. */
async function loseServer(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  await expect(toasts(page)).toBeAttached();
  await page.waitForLoadState("networkidle");
  await goOffline(page);
}

async function staysOn(page: Page, heading: string): Promise<void> {
  await expect(toast(page, LOADING)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.getByText("was updated")).toHaveCount(0);
}

test("a dialog that is not loaded yet opens when the connection is back", async ({ page, project }) => {
  await makeScript(project, "Deploy", "echo done\n");
  await visit(page, project.at("templates"));
  await loseServer(page);
  await rowOf(page, "Deploy").getByRole("button", { name: "Start with options" }).click();
  await staysOn(page, "Task templates");
  await expect(rowOf(page, "Deploy")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("dialog")).toContainText("Deploy");
  await expect(toast(page, LOADING)).toBeHidden();
});

test("so do filters and a task, over the list that stays", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Deploy", "echo done\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at("history"));
  await loseServer(page);
  await page.getByRole("button", { name: /^Filter/ }).click();
  await staysOn(page, "Dashboard");
  await rowOf(page, `#${task}`)
    .getByRole("link", { name: `#${task}` })
    .click();
  await staysOn(page, "Dashboard");
  await page.context().setOffline(false);
  await expect(page.getByRole("dialog")).toContainText("Deploy");
});

test("what was typed in a form is still there after the palette was asked for", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await box(dialogOf(page), "Name").fill("Typed for minutes");
  await page.waitForLoadState("networkidle");
  await goOffline(page);
  await page.keyboard.press("Control+k");
  await expect(toast(page, LOADING)).toBeVisible();
  await expect(box(dialogOf(page), "Name")).toHaveValue("Typed for minutes");
  await page.context().setOffline(false);
  const palette = page.getByRole("dialog").filter({ has: page.getByRole("combobox") });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await save(dialogOf(page), "Create");
  await expect(rowOf(page, "Typed for minutes")).toBeVisible();
});

test("a task is not run again later", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Deploy", "echo done\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${task}`));
  await loseServer(page);
  await page.getByRole("button", { name: "Rerun" }).click();
  await expect(toast(page, "Can't reach the server. Check your connection")).toBeVisible();
  await page.context().setOffline(false);
  await expect(toast(page, LOADING)).toBeHidden();
  await page.waitForLoadState("networkidle");
  expect((await project.read<{ id: number }[]>("tasks")).map(({ id }) => id)).toEqual([task]);
});

/** Another page, which the router does not know yet, is asked for and waits. */
async function askForPage(page: Page): Promise<void> {
  await loseServer(page);
  await page.getByRole("link", { name: "Key store" }).click();
  await expect(toast(page, WAITING)).toBeVisible();
}

const UNREACHABLE = "Can't reach the server. Check your connection";

/** The page that was asked for opens, and what was pressed meanwhile does not happen, also not after it. */
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Key store" })).toBeVisible();
  await expect(page).toHaveURL(/\/keys$/);
  await page.waitForLoadState("networkidle");
}

test("a task that was started while a page waits does not run later", async ({ page, project }) => {
  await makeScript(project, "Deploy", "echo done\n");
  await visit(page, project.at("templates"));
  await askForPage(page);
  await rowOf(page, "Deploy").getByRole("button", { name: "Run", exact: true }).click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await expect(rowOf(page, "Deploy").getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await comeBack(page);
  expect(await project.read("tasks")).toEqual([]);
});

test("a plan that was confirmed while a page waits is not applied later", async ({ page, project }) => {
  const task = await plannedTask(project, "Network", { add: 1, destroy: 0 });
  await visit(page, project.at(`tasks/${task}`));
  await askForPage(page);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await comeBack(page);
  expect(await project.read(`tasks/${task}`)).toMatchObject({ status: "waiting_confirmation" });
});

test("a task that was stopped while a page waits goes on", async ({ page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Deploy", script);
  const { id: task } = await project.make("tasks", { template_id });
  await visit(page, project.at(`tasks/${task}`));
  await expect(page.getByText("at work")).toBeVisible();
  await askForPage(page);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await comeBack(page);
  expect(await project.read(`tasks/${task}`)).toMatchObject({ status: "running" });
  release();
});

test("what is deleted while a page waits stays", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  const question = page.getByRole("alertdialog");
  await pressInRow(rowOf(page, "Empty"), "Delete");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await askForPage(page);
  await pressInRow(rowOf(page, "Empty"), "Delete");
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(question.getByRole("alert")).toContainText(UNREACHABLE);
  await question.getByRole("button", { name: "Cancel" }).click();
  await comeBack(page);
  expect(await project.read("environment")).toContainEqual(expect.objectContaining({ name: "Empty" }));
});

test("a form that was saved while a page waits fails at once, and keeps what was typed", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  await page.getByRole("button", { name: "New environment" }).first().click();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await askForPage(page);
  await page.getByRole("button", { name: "New environment" }).first().click();
  await box(dialogOf(page), "Name").fill("Once");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText(UNREACHABLE);
  await page.context().setOffline(false);
  await expect(toast(page, WAITING)).toBeHidden();
  await page.waitForLoadState("networkidle");
  await expect(box(dialogOf(page), "Name")).toHaveValue("Once");
  expect(await project.read<{ name: string }[]>("environment")).not.toContainEqual(
    expect.objectContaining({ name: "Once" }),
  );
  await save(dialogOf(page), "Create");
  await expect(rowOf(page, "Once")).toBeVisible();
});

test("only a server without the page's scripts was updated", async ({ context, project }) => {
  await makeScript(project, "Deploy", "echo done\n");
  // This one logs an error.
  const page = await context.newPage();
  await visit(page, project.at("templates"));
  await page.mouse.move(200, 200);
  await expect(toasts(page)).toBeAttached();
  await page.waitForLoadState("networkidle");
  await page.route("**/_next/static/**/*.js", (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Signalbox was updated while this page was open")).toBeVisible();
  await page.unrouteAll();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(toast(page, WAITING)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Task templates" })).toBeVisible();
});
