import type { Locator, Page } from "@playwright/test";
import { findTool } from "../../support/tools";
import { violations } from "../axe";
import { dialogOf, expect, makeProject, makeScript, type OwnProject, rowOf, test, visit } from "../own-project";
import { plannedTask } from "../task/plans";
import { finishTask, held } from "../task/work";
import { LOOKS } from "../variants";

const block = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

test("running tasks show their stage, can be stopped, and failures show their error and are rerun", async ({
  page,
  project,
}) => {
  await visit(page, project.at("history"));
  await expect(block(page, "Running now")).toContainText("Nothing is running.");
  await expect(block(page, "Failed lately")).toContainText("No unresolved failures");
  const work = held();
  const slow = await makeScript(project, "Slow", work.script);
  const { id } = await project.make("tasks", { template_id: slow.id });
  const running = block(page, "Running now")
    .getByRole("listitem")
    .filter({ hasText: `#${id}` });
  await expect(running).toContainText("run");
  await running.getByRole("button", { name: `Stop #${id}` }).click();
  await expect(running).toHaveCount(0);
  work.release();

  const broken = await makeScript(project, "Broken", "echo fine\necho 'cat: /nowhere: No such file' >&2\nexit 3\n");
  const failed = await finishTask(project, { template_id: broken.id });
  const failure = block(page, "Failed lately").getByRole("listitem");
  await expect(failure).toContainText(`#${failed}`);
  await expect(failure).toContainText("cat: /nowhere: No such file");
  await failure.getByRole("button", { name: `Rerun #${failed}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?t=\d+/);
  await expect(dialogOf(page)).toContainText("Task #");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(failure).not.toContainText(`#${failed}`);
});

test("a task that begins is shown once the script of its row is loaded, and nothing is hidden until then", async ({
  page,
  project,
}) => {
  const work = held();
  const slow = await makeScript(project, "Slow", work.script);
  await visit(page, project.at("history"));
  const running = block(page, "Running now");
  await expect(running).toContainText("Nothing is running.");
  let load = () => undefined as unknown;
  const allowed = new Promise((resolve) => {
    load = () => resolve(undefined);
  });
  await page.route("**/_next/static/chunks/*.js", (route) => allowed.then(() => route.continue()));
  const asked = page.waitForRequest("**/_next/static/chunks/*.js");
  const { id } = await project.make("tasks", { template_id: slow.id });
  await asked;
  await expect(rowOf(page, `#${id}`)).toContainText("Running");
  await expect(running).toContainText("Nothing is running.");
  load();
  await expect(running.getByRole("listitem")).toContainText(`#${id}`);
  work.release();
});

test("a task that begins after an upgrade is shown without the script of its row", async ({ page, project }) => {
  const work = held();
  const slow = await makeScript(project, "Slow", work.script);
  await visit(page, project.at("history"));
  const running = block(page, "Running now");
  await expect(running).toContainText("Nothing is running.");
  await page.route("**/_next/static/chunks/*.js", (route) => route.fulfill({ status: 404 }));
  const { id } = await project.make("tasks", { template_id: slow.id });
  const row = running.getByRole("listitem");
  await expect(row.getByRole("link", { name: `#${id}` })).toBeVisible();
  await expect(row).toContainText("Slow");
  await expect(row.getByRole("button")).toHaveCount(0);
  work.release();
});

test("two clicks find the failure of a day", async ({ page, project }) => {
  const good = await makeScript(project, "Report", "echo fine\n");
  const broken = await makeScript(project, "Broken", "echo 'cat: /nowhere: No such file' >&2\nexit 3\n");
  await finishTask(project, { template_id: good.id });
  const failed = await finishTask(project, { template_id: broken.id });
  await visit(page, project.at("history"));
  const strip = block(page, "Last 14 days");
  await strip.getByRole("link", { name: "1 succeeded · 1 failed" }).click({ position: { x: 5, y: 48 } });
  await expect(page).toHaveURL(/since=/);
  await expect(page.locator("[data-row]")).toHaveCount(2);
  await strip.getByRole("link", { name: /: 1 failed$/ }).click();
  await expect(page).toHaveURL(/status=error/);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expect(page.getByRole("table", { name: "Task history" })).toBeInViewport();
  await rowOf(page, `#${failed}`)
    .getByRole("link", { name: `#${failed}` })
    .click();
  await expect(dialogOf(page)).toContainText("cat: /nowhere: No such file");
});

test("a plan is confirmed or rejected in place; one that destroys asks for its number", async ({ page, project }) => {
  test.skip(!findTool("terraform"), "terraform is not installed");
  const harmless = await plannedTask(project, "Harmless", { add: 2, destroy: 0 });
  const rejected = await plannedTask(project, "Rejected", { add: 1, destroy: 0 });
  const destroying = await plannedTask(project, "Destroying", { add: 0, destroy: 2 });
  await visit(page, project.at("history"));
  const row = (id: number) =>
    block(page, "Needs you")
      .getByRole("listitem")
      .filter({ hasText: `#${id}` });
  const statusOf = (id: number) => async () => (await project.read<{ status: string }>(`tasks/${id}`)).status;
  await expect(row(harmless)).toContainText("2 to add");
  await row(harmless).getByRole("button", { name: "Confirm" }).click();
  await expect.poll(statusOf(harmless)).not.toBe("waiting_confirmation");
  await row(rejected).getByRole("button", { name: "Reject" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(statusOf(rejected)).toBe("stopped");
  await expect(row(rejected)).toHaveCount(0);
  // The row below is now where the first button was, which holds its place for a second (components/ui/hold-place.ts).
  await page.waitForTimeout(1_100);
  await expect(row(destroying).getByRole("button", { name: "Confirm" })).toBeDisabled();
  await row(destroying).getByLabel("Type 2 to confirm").fill("2");
  await row(destroying).getByRole("button", { name: "Confirm" }).click();
  await expect(block(page, "Needs you")).toHaveCount(0);
});

test("a day of the strip leads to its tasks in the history", async ({ page, project }) => {
  const { id } = await makeScript(project, "Quick", "echo done\n");
  await finishTask(project, { template_id: id });
  await visit(page, project.at("history"));
  const strip = block(page, "Last 14 days");
  await expect(strip).toContainText("1 succeeded · 0 failed · 0 stopped");
  await expect(strip.getByRole("listitem")).toHaveCount(14);
  await strip.getByRole("link").click();
  await expect(page).toHaveURL(/since=/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

test("the overview shows all projects, is live, and becomes the start page by a switch", async ({ page, project }) => {
  const other = await makeProject(page, `Other of ${project.name}`);
  const work = held();
  const slow = await makeScript(other, "Far away", work.script);
  await visit(page, project.at("history"));
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.waitForURL("**/overview");
  const { id } = await other.make("tasks", { template_id: slow.id });
  const running = block(page, "Running now")
    .getByRole("listitem")
    .filter({ hasText: `#${id}` });
  // With more projects than a page follows, as this administrator has, it asks for the rest every half minute.
  await expect(running).toContainText(other.name, { timeout: 45_000 });
  await expect(rowOf(page, other.name)).toContainText(`#${id}`);
  work.release();
  await expect(running).toHaveCount(0, { timeout: 45_000 });

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Edit account" }).click();
  const home = dialogOf(page).getByRole("switch", { name: "Start with the overview of all projects" });
  await home.focus();
  await page.keyboard.press("Space");
  await page.goto("/");
  await page.waitForURL("**/overview");
  await page.goto(`/?t=${id}`);
  await page.waitForURL(/history\?t=/);
});

async function fillAll(project: OwnProject): Promise<void> {
  const broken = await makeScript(project, `Broken ${"x".repeat(80)}`, `echo '${"error ".repeat(60)}' >&2\nexit 3\n`);
  await finishTask(project, { template_id: broken.id });
  if (findTool("terraform")) await plannedTask(project, `Plan ${"y".repeat(80)}`, { add: 1, destroy: 3 });
  const work = held();
  const slow = await makeScript(project, `Slow ${"z".repeat(80)}`, work.script);
  await project.make("tasks", { template_id: slow.id });
}

test("the dashboard is accessible and fits every width, light and dark", async ({ page, project }) => {
  test.setTimeout(180_000);
  await fillAll(project);
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    for (const path of [project.at("history"), "/overview"]) {
      await visit(page, path);
      await expect(block(page, "Running now").getByRole("listitem").first()).toBeVisible();
      expect(await violations(page), `${path} ${colorScheme} ${width}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${path.split("/").pop()}-${colorScheme}-${width}.png` });
    }
  }
});

test("a phone shows all tabs of a dashboard, and in a long language the open one", async ({
  page,
  project,
  context,
  baseURL,
}) => {
  const tabs = page.locator("nav:has([aria-current=page][href$=settings]) > a");
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, project.at("settings"));
  await expect(tabs).toHaveCount(5);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  await context.addCookies([{ name: "lang", value: "de", url: baseURL ?? "" }]);
  await visit(page, project.at("settings"));
  await expect(tabs.last()).toBeInViewport({ ratio: 1 });
});
