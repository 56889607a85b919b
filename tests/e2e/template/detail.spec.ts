import type { Locator, Page } from "@playwright/test";
import { box, confirmDelete, dialogOf, expect, makeScript, pressInRow, rowOf, test, toast } from "../own-project";
import { changeTemplate, finishTask, makeGitScript } from "../task/work";

const facts = (page: Page) => page.getByRole("region", { name: "Template details" });

/** Clicks the dialog's last button and waits for the started task to end. */
async function runToEnd(page: Page, verb: string): Promise<number> {
  const before = new URL(page.url()).searchParams.get("t");
  await dialogOf(page).getByRole("button", { name: verb, exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get("t") !== before && searchParams.has("t"));
  await expect(dialogOf(page).getByText("Success", { exact: true }).first()).toBeVisible();
  return Number(new URL(page.url()).searchParams.get("t"));
}

test("a template shows what it runs, and where", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await changeTemplate(page.request, project, id, { description: "Sent every Monday." });
  await page.goto(project.at(`templates/${id}`));
  for (const text of ["Sent every Monday.", "run.sh", "Task", "Bash Script"])
    await expect(facts(page)).toContainText(text);
  await expect(page.getByText("No tasks yet. The tasks of this template appear here.")).toBeVisible();
  await facts(page).getByRole("link", { name: "Report" }).click();
  await page.waitForURL(new RegExp(`${project.at("repositories")}/\\d+$`));
});

test("the list of tasks keeps its options off the headings, and its actions in sight", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await finishTask(project, { template_id: id, message: "Again, because the first one came too early for the others" });
  await page.goto(project.at(`templates/${id}`));
  const list = page.getByRole("table", { name: "Tasks of this template" });
  const edges = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  for (const width of [1024, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const options = await edges(page.getByRole("button", { name: "List options" }));
    const duration = await edges(list.getByRole("columnheader", { name: "Duration" }).getByRole("button"));
    expect(duration.right, `Duration at ${width}`).toBeLessThanOrEqual(options.left);
    const rerun = await edges(list.getByRole("button", { name: "Rerun" }));
    expect(rerun.right, `Rerun at ${width}`).toBeLessThanOrEqual(options.right + 8);
  }
});

test("a rerun starts with the previous task's options, optionally with the same commit", async ({ page, project }) => {
  const { id, commit } = await makeGitScript(project, "Report", 'echo "first $1"\n');
  const survey_vars = [{ name: "region", title: "Region", type: "", required: true, description: "" }];
  await changeTemplate(page.request, project, id, { survey_vars });
  await page.goto(project.at(`templates/${id}`));
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await box(dialogOf(page), "Message").fill("For Anna");
  await box(dialogOf(page), "Region").fill("north");
  const first = await runToEnd(page, "Run");
  await expect(dialogOf(page).getByText("first region=north")).toBeVisible();
  await page.keyboard.press("Escape");
  commit('echo "second $1"\n');

  await pressInRow(rowOf(page, `#${first}`), "Start with options");
  await expect(box(dialogOf(page), "Message")).toHaveValue("For Anna");
  await expect(box(dialogOf(page), "Region")).toHaveValue("north");
  await dialogOf(page)
    .getByRole("checkbox", { name: /^Same commit/ })
    .check();
  const again = await runToEnd(page, "Rerun");
  await expect(dialogOf(page).getByText("first region=north")).toBeVisible();
  await page.keyboard.press("Escape");

  await pressInRow(rowOf(page, `#${again}`), "Rerun");
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page).getByText("second region=north")).toBeVisible();
});

test("a build is rebuilt, and a deploy redeploys the same build", async ({ page, project }) => {
  const { id: build } = await makeScript(project, "Pack", "echo packed\n");
  await changeTemplate(page.request, project, build, { type: "build", start_version: "1.0.0" });
  const { id: deploy } = await makeScript(project, "Roll out", "echo rolled\n");
  await changeTemplate(page.request, project, deploy, { type: "deploy", build_template_id: build });

  await page.goto(project.at(`templates/${deploy}`));
  await page.getByRole("button", { name: "Deploy", exact: true }).first().click();
  await expect(dialogOf(page).getByText("No successful builds yet.")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(dialogOf(page).getByText("Build version is required")).toBeVisible();
  await dialogOf(page).getByRole("link", { name: "Run a build first." }).click();
  await page.waitForURL(new RegExp(`templates/${build}$`));

  await page.getByRole("button", { name: "Start with options" }).first().click();
  const first = await runToEnd(page, "Build");
  await page.keyboard.press("Escape");
  await expect(rowOf(page, `#${first}`)).toContainText("1.0.0");
  await pressInRow(rowOf(page, `#${first}`), "Start with options");
  const second = await runToEnd(page, "Rebuild");
  await page.keyboard.press("Escape");
  await expect(rowOf(page, `#${second}`)).toContainText("1.0.1");

  const deployed = await finishTask(project, { template_id: deploy, build_task_id: first });
  await page.goto(project.at(`templates/${deploy}`));
  await pressInRow(rowOf(page, `#${deployed}`), "Start with options");
  await expect(dialogOf(page).getByRole("combobox", { name: "Build version" })).toHaveText(/^1\.0\.0/);
  await runToEnd(page, "Redeploy");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row").filter({ hasText: "1.0.0" })).toHaveCount(2);
});

test("all unfinished tasks of a template are stopped at once, after confirmation", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "sleep 300\n");
  for (let count = 0; count < 2; count++) await project.make("tasks", { template_id });
  await page.goto(project.at(`templates/${template_id}`));
  await page.getByRole("button", { name: "Stop all" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("2 tasks of this template are waiting or running.");
  await confirmDelete(page, "Stop all");
  await expect(page.locator("tbody tr").filter({ hasText: "Stopped" })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Stop all" })).toHaveCount(0);
});

test("a template in use is not deleted but names its users; otherwise it is deleted after confirmation", async ({
  page,
  project,
}) => {
  const { id: build } = await makeScript(project, "Pack", "echo\n");
  await changeTemplate(page.request, project, build, { type: "build", start_version: "1.0.0" });
  const { id: deploy } = await makeScript(project, "Roll out", "echo\n");
  await changeTemplate(page.request, project, deploy, { type: "deploy", build_template_id: build });
  await page.goto(project.at(`templates/${build}`));
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialogOf(page)).toContainText("The template can't be deleted because it is in use.");
  await dialogOf(page).getByRole("link", { name: "Roll out" }).click();
  await page.waitForURL(new RegExp(`templates/${deploy}$`));
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Roll out" })).toBeVisible();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await confirmDelete(page);
  await expect(toast(page, "Template deleted.")).toBeVisible();
  await page.waitForURL(`**${project.at("templates")}`);
  await expect(rowOf(page, "Pack")).toBeVisible();
  await expect(rowOf(page, "Roll out")).toHaveCount(0);
});
