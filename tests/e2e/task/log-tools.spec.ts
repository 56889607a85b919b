import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dialogOf, expect, makeProject, makeScript, type OwnProject, rowOf, test, toast, visit } from "../own-project";
import { changeTemplate, finishTask, held } from "./work";

const SCRIPT = "printf '\\033[32mgreen\\033[0m line\\n'\nseq 1 100 | sed 's/^/number /'\n";

async function openLog(page: Page, project: OwnProject): Promise<number> {
  const { id: template_id } = await makeScript(project, "Count", SCRIPT);
  const task = await finishTask(project, { template_id });
  await page.goto(project.at(`history?t=${task}`));
  await expect(page.getByRole("log").getByText("number 100", { exact: true })).toBeVisible();
  return task;
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const press = (page: Page, name: string | RegExp) => dialogOf(page).getByRole("button", { name }).click();

test("the log is copied without colours, and downloaded whole", async ({ page, context, project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const task = await openLog(page, project);
  await press(page, "Copy the log");
  await expect(toast(page, "Copied to the clipboard.")).toBeVisible();
  expect(await clipboard(page)).toMatch(/green line\n(.*\n)*number 1\n(.*\n)*number 100/);
  const download = page.waitForEvent("download");
  await dialogOf(page).getByRole("link", { name: "Download the log" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`task-${task}.log`);
  expect(readFileSync(await file.path(), "utf8")).toContain("number 57\n");
});

test("times are toggled, and a line is found, stepped to and linked", async ({ page, context, project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const task = await openLog(page, project);
  const last = page.getByRole("log").locator("[data-line]").filter({ hasText: "number 100" });
  await press(page, "Show times");
  await expect(last).toContainText(/\d\d:\d\d:\d\d/);
  await press(page, "Hide times");
  await expect(last).not.toContainText(/\d\d:\d\d:\d\d/);

  await press(page, /^Find in the log/);
  await dialogOf(page).getByRole("searchbox").fill("number 5");
  const count = dialogOf(page).getByRole("search").getByRole("status");
  await expect(count).toHaveText(/^\d+ of 11$/);
  const at = Number.parseInt(await count.innerText(), 10);
  await press(page, /^Next match/);
  await expect(count).toHaveText(`${(at % 11) + 1} of 11`);
  await press(page, /^Close the search/);
  await press(page, /^Go to top/);
  const line = await page
    .getByRole("log")
    .locator("[data-line]")
    .filter({ hasText: "number 3" })
    .first()
    .getAttribute("data-line");
  await page
    .getByRole("log")
    .getByRole("link", { name: String(line), exact: true })
    .click();
  await press(page, `Copy a link to line ${line}`);
  await expect(toast(page, "The link has been copied to the clipboard.")).toBeVisible();
  const link = await clipboard(page);
  expect(link).toMatch(new RegExp(`t=${task}#L${line}$`));
  await page.goto("about:blank");
  await page.goto(link);
  await expect(dialogOf(page).getByRole("button", { name: `Copy a link to line ${line}` })).toBeVisible();
});

test("the end of a running log is followed until the user scrolls", async ({ page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Count", `seq 1 200\n${script}`);
  const { id } = await project.make("tasks", { template_id });
  await page.goto(project.at(`tasks/${id}`));
  const follow = page.getByRole("button", { name: "Follow" });
  const shown = (text: string) => page.getByRole("log").getByText(text, { exact: true });
  await expect(shown("at work")).toBeVisible();
  await expect(follow).toHaveText("following");
  await page.getByRole("button", { name: /^Go to top/ }).click();
  await expect(follow).toHaveText("paused");
  release();
  await expect(page.getByText("Success", { exact: true }).first()).toBeVisible();
  await expect(shown("all done")).toHaveCount(0);
  await page.getByRole("button", { name: /^Go to end/ }).click();
  await expect(shown("all done")).toBeVisible();
});

test("a running log that is paused at its end stays there when its lines wrap", async ({ page, project }) => {
  const [first, second] = [held(), held()];
  const script = `seq 1 200\n${first.script}seq 201 500\n${second.script}`;
  const { id: template_id } = await makeScript(project, "Count", script);
  const { id } = await project.make("tasks", { template_id });
  await visit(page, project.at(`tasks/${id}`));
  const line = (text: string) => page.getByRole("log").getByText(text, { exact: true });
  const follow = page.getByRole("button", { name: "Follow" });
  await expect(line("at work")).toBeInViewport();
  await page.keyboard.press("f");
  await expect(follow).toHaveText("paused");
  first.release();
  await expect(page.getByRole("button", { name: /new lines?$/ })).toBeVisible();
  await page.keyboard.press("w");
  await expect(page.getByRole("button", { name: /^Don't wrap lines/ })).toBeVisible();
  await expect(line("at work")).toBeInViewport();
  await expect(follow).toHaveText("paused");
  second.release();
});

test("another field keeps the focus that is given to it while the number of a line is asked for", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Count", "seq 1 20\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${task}`));
  await page.keyboard.press(":");
  await expect(page.getByRole("textbox", { name: /^Go to line/ })).toBeFocused();
  const bar = page.getByRole("region", { name: "Log" }).getByRole("search");
  await bar.getByRole("button").first().click();
  await expect(bar.getByRole("searchbox")).toBeFocused();
});

test("new lines are announced only when they are out of sight", async ({ page, project }) => {
  const [first, second, third] = [held(), held(), held()];
  const script = `${first.script}echo in sight\n${second.script}seq 1 200\n${third.script}`;
  const { id: template_id } = await makeScript(project, "Count", script);
  const { id } = await project.make("tasks", { template_id });
  await visit(page, project.at(`tasks/${id}`));
  const shown = (text: string) => page.getByRole("log").getByText(text, { exact: true });
  const pill = page.getByRole("button", { name: /new lines?$/ });
  await expect(shown("at work")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("at work");
  await expect(page.getByRole("button", { name: "Follow" })).toHaveText("paused");
  await page.keyboard.press("Escape");
  first.release();
  await expect(shown("in sight")).toBeVisible();
  await expect(pill).toHaveCount(0);
  second.release();
  await expect(pill).toBeVisible();
  third.release();
});

test("wrapping and unwrapping keep the end of a log in sight", async ({ page, project }) => {
  const long = "x".repeat(400);
  const { id: template_id } = await makeScript(
    project,
    "Long",
    `for n in $(seq 1 300); do echo "number $n ${long}"; done\n`,
  );
  const task = await finishTask(project, { template_id });
  await page.goto(project.at(`tasks/${task}`));
  const line = (text: string) => page.getByRole("log").locator("[data-line]").filter({ hasText: text });
  const end = line("bash ended with exit code 0");
  await expect(end).toBeInViewport();
  for (let times = 0; times < 2; times++) {
    await page.keyboard.press("w");
    await expect(end).toBeInViewport();
  }
});

test("the first e shows the first error, also in a log that opened at a linked line", async ({ page, project }) => {
  const { id: template_id } = await makeScript(
    project,
    "Fails",
    "seq 1 100\necho 'error: one'\nseq 1 100\necho 'error: two'\nexit 1\n",
  );
  const task = await finishTask(project, { template_id });
  await page.goto(`${project.at(`tasks/${task}`)}#L3`);
  const line = (text: string) => page.getByRole("log").locator("[data-line]").filter({ hasText: text });
  await expect(line("Using").or(line("Running")).first()).toBeAttached();
  await expect(line("error: one")).not.toBeInViewport();
  await page.keyboard.press("e");
  await expect(line("error: one")).toBeInViewport();
  await page.keyboard.press("e");
  await expect(line("error: two")).toBeInViewport();
});

test("a stopped task says who stopped it, and a deploy which build started it", async ({ page, project }) => {
  const { id: build } = await makeScript(project, "Build", "echo built\n");
  await changeTemplate(page.request, project, build, { type: "build", start_version: "1" });
  const { id: deploy } = await makeScript(project, "Deploy", "sleep 300\n");
  await changeTemplate(page.request, project, deploy, { type: "deploy", build_template_id: build, autorun: true });
  const built = await finishTask(project, { template_id: build });
  await page.goto(project.at("history"));
  const row = rowOf(page, "Deploy");
  await expect(row).toContainText(`Autorun of #${built}`);
  await row
    .getByRole("link", { name: /^#\d+$|^Task/ })
    .or(row.getByText(/^#\d+$/))
    .first()
    .click();
  await dialogOf(page).getByRole("button", { name: "Stop", exact: true }).click();
  await expect(dialogOf(page)).toContainText("Stopped by Administrator.");
});

test("from the dialog to the task's page, with its facts", async ({ page, project }) => {
  const task = await openLog(page, project);
  await expect(dialogOf(page)).toContainText(`#${task}`);
  for (const fact of ["Author", "Started", "Duration"]) await expect(dialogOf(page)).toContainText(fact);
  await dialogOf(page).getByRole("link", { name: "Open as a page" }).click();
  await page.waitForURL(`**${project.at(`tasks/${task}`)}`);
  await expect(page.getByRole("heading", { name: `Task #${task}` })).toBeVisible();
  await expect(page.getByRole("log").getByText("number 100", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rerun" })).toBeVisible();
});

/** Opens the log of a new task of the application's demo template. */
async function runDemo(page: Page, name: string, app: string): Promise<void> {
  const demo = await makeProject(page, name, { demo: true });
  const templates = await demo.read<{ id: number; app: string }[]>("templates");
  const template = templates.find((one) => one.app === app);
  test.skip(!template, `${app} is not installed`);
  const { id } = await demo.make("tasks", { template_id: template?.id });
  await page.goto(demo.at(`history?t=${id}`));
}

test("an ansible task shows its result per host", async ({ page, project }) => {
  await runDemo(page, `${project.name} (demo)`, "ansible");
  const hosts = dialogOf(page).getByRole("region", { name: "Results by host" });
  await expect(hosts).toContainText("localhost", { timeout: 60_000 });
  await expect(hosts).toContainText(/\d+ ok/);
});

test("a plan is rejected, and nothing is applied", async ({ page, project }) => {
  await runDemo(page, `${project.name} (demo)`, "terraform");
  const question = dialogOf(page).getByRole("region", { name: "Apply this plan?" });
  await expect(question).toContainText("to add", { timeout: 60_000 });
  await question.getByRole("button", { name: "Reject" }).click();
  await expect(dialogOf(page).getByText("Stopped", { exact: true }).first()).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(dialogOf(page)).not.toContainText("Apply complete!");
});
