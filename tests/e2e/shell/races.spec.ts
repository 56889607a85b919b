import type { Browser, Locator, Page } from "@playwright/test";
import {
  box,
  dialogOf,
  expect,
  makeProject,
  makeScript,
  type OwnProject,
  pick,
  pressInRow,
  reload,
  rowOf,
  test,
  visit,
} from "../own-project";
import { pageOf } from "../people";
import { changeTemplate, finishTask } from "../task/work";
import { addManager, untilAsked } from "../workflow/release";

/** The page of a manager who has a decision to make for each name. */
async function askedManager(page: Page, project: OwnProject, browser: Browser, names: string[]): Promise<Page> {
  await addManager(page, project);
  const nodes = [{ kind: "approval", key: "ask", name: "Go?", text: "Go?", roles: ["manager"] }];
  for (const name of names) {
    const { id: template_id } = await project.make("templates", { name, app: "workflow", graph: { nodes, edges: [] } });
    const { id } = await project.make("tasks", { template_id });
    await untilAsked(project, id);
  }
  return pageOf(browser, "manager", { project: project.id, name: project.name });
}

async function middleOf(button: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

test("repeated clicks on Approve do not approve the next request", async ({ page, project, browser }) => {
  const other = await askedManager(page, project, browser, ["One", "Two", "Three"]);
  let decisions = 0;
  other.on("request", (request) => {
    if (request.url().endsWith("/decide")) decisions++;
  });
  await visit(other, "/approvals");
  const approve = other.getByRole("button", { name: "Approve" });
  await expect(approve).toHaveCount(3);
  const [x, y] = await middleOf(approve.first());
  await expect(async () => {
    await other.mouse.click(x, y);
    expect(await approve.count()).toBe(2);
  }).toPass({ intervals: [300] });
  await other.mouse.click(x, y);
  await reload(other);
  await expect(approve).toHaveCount(2);
  expect(decisions).toBe(1);
  await other.context().close();
});

async function makeRunner(page: Page, name: string): Promise<void> {
  const data = { name, webhook: "", max_parallel_tasks: 0, active: true };
  expect((await page.request.post("/api/runners", { data })).ok()).toBe(true);
}

test("an item that is being typed is saved with Ctrl-Enter, and Escape asks before it is lost", async ({
  page,
  project,
}) => {
  const name = `Tagged ${project.id}`;
  await makeRunner(page, name);
  await visit(page, "/runners");
  await pressInRow(rowOf(page, name), "Edit");
  const form = dialogOf(page);
  await box(form, "Tags").fill("dmz");
  await box(form, "Tags").press("Control+Enter");
  await expect(form).toBeHidden();
  await visit(page, "/runners");
  await pressInRow(rowOf(page, name), "Edit");
  await expect(form.getByRole("button", { name: "Edit dmz" })).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "New Runner" }).click();
  await box(form, "Tags").fill("lab");
  await box(form, "Tags").press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(form.getByRole("button", { name: "Edit lab" })).toBeVisible();
});

test("a view that has been deleted leads to all templates and is forgotten", async ({ page, project }) => {
  const { id } = await project.make("views", { title: "Tools", position: 0 });
  const view = project.at(`views/${id}/templates`);
  await visit(page, view);
  expect((await page.request.delete(`/api/project/${project.id}/views/${id}`)).ok()).toBe(true);
  await visit(page, project.at("history"));
  const link = page.getByRole("link", { name: "Task templates", exact: true });
  await expect(link).toHaveAttribute("href", view);
  await link.click();
  await page.waitForURL(`**${project.at("templates")}`);
  await expect(page.getByRole("heading", { name: "Task templates", exact: true })).toBeVisible();
  await visit(page, project.at("history"));
  await expect(link).toHaveAttribute("href", project.at("templates"));
});

test("Escape in a dialog's search box empties the box first", async ({ page, project }) => {
  const report = `echo '<testsuite name="web"><testcase name="works"/></testsuite>' >"$SIGNALBOX_ARTIFACTS/junit.xml"\n`;
  const { id: template_id } = await makeScript(project, "Report", report);
  const task = await finishTask(project, { template_id });
  await visit(page, `${project.at("history")}?t=${task}&tab=tests`);
  const search = box(dialogOf(page), "Search");
  await search.fill("breaks");
  await expect(dialogOf(page).getByText("works")).toHaveCount(0);
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(dialogOf(page).getByText("works")).toBeVisible();
  await search.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
});

test("Enter in a form's search box does not save the form", async ({ page, project }) => {
  for (let number = 1; number <= 8; number++) await makeProject(page, `Site ${number} of ${project.id}`);
  const name = `Scoped ${project.id}`;
  await makeRunner(page, name);
  let saves = 0;
  page.on("request", (request) => {
    if ("next-action" in request.headers()) saves++;
  });
  await visit(page, "/runners");
  await pressInRow(rowOf(page, name), "Edit");
  const form = dialogOf(page);
  await form.getByRole("checkbox", { name: "All projects" }).uncheck();
  const search = box(form, "Find a project");
  await search.fill(`Site 3 of ${project.id}`);
  await search.press("Enter");
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(form.getByRole("checkbox", { name: `Site 8 of ${project.id}` })).toBeVisible();
  expect(saves).toBe(0);
});

test("a late reply about another template leaves a schedule's answers alone", async ({ page, project }) => {
  const slow = await makeScript(project, "Backup", "echo\n");
  const fast = await makeScript(project, "Deploy", "echo\n");
  const survey_vars = [{ name: "region", title: "Region", type: "", required: true, description: "" }];
  await changeTemplate(page.request, project, fast.id, { survey_vars });
  const templateOf = (id: number) => `**/api/project/${project.id}/templates/${id}`;
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  await page.route(templateOf(slow.id), (route) => late.then(() => route.continue()));
  await visit(page, project.at("schedule"));
  await page.getByRole("button", { name: "New schedule" }).first().click();
  const form = dialogOf(page);
  await pick(form, "Template", "Backup");
  await pick(form, "Template", "Deploy");
  await box(form, "Region").fill("eu-west");

  let repeated = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/templates/${fast.id}`)) repeated++;
  });
  const reply = page.waitForResponse(templateOf(slow.id));
  answer();
  await (await reply).finished();
  // What would follow the reply is requested in the moment after it.
  await page.waitForTimeout(500);
  expect(repeated).toBe(0);
  await expect(box(form, "Region")).toHaveValue("eu-west");
});
