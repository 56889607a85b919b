import type { Browser, Locator, Page } from "@playwright/test";
import { violations } from "../axe";
import { dialogOf, expect, makeScript, type OwnProject, test, visit } from "../own-project";
import { apiOf, pageOf } from "../people";
import { THEMES } from "../variants";
import { addManager, startRelease, untilAsked } from "./release";

/** A run that waits for the decision of a second person, and that person's page. */
async function askedOther(page: Page, project: OwnProject, browser: Browser): Promise<{ id: number; other: Page }> {
  await addManager(page, project);
  const { id } = await startRelease(project);
  await untilAsked(project, id);
  return { id, other: await pageOf(browser, "manager", { project: project.id, name: project.name }) };
}

test("a second person approves, the run fails, and resumed it succeeds", async ({ page, project, browser }) => {
  test.slow();
  await addManager(page, project);
  const release = await startRelease(project);
  await visit(page, `${project.at("templates")}?t=${release.id}`);
  const run = dialogOf(page);
  await expect(run.getByRole("tab").first()).toHaveText("Workflow");
  await expect(run.getByRole("tab", { name: "Log" })).toHaveCount(0);
  await expect(run.getByText("Waits for a decision by: Manager").first()).toBeVisible({ timeout: 60_000 });
  await expect(run.getByRole("button", { name: "Approve" })).toHaveCount(0);

  await run.getByRole("button", { name: "Build: Success" }).click();
  await expect(run.getByRole("region", { name: "Build" })).toContainText("compiled 42 modules");
  await expect(page).toHaveURL(/node=build/);

  const other = await pageOf(browser, "manager", { project: project.id, name: project.name });
  await visit(other, project.at("history"));
  await expect(other.getByRole("main").getByText("Release it now?")).toBeVisible();
  await other.getByRole("link", { name: "My approvals" }).click();
  await other.getByRole("textbox", { name: "Note (optional)" }).fill("Go, the queue is empty");
  await other.getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("No decisions are waiting for you.")).toBeVisible();
  await other.context().close();

  await expect(run.getByText("Approved by Bea Winter")).toBeVisible();
  await expect(run.getByRole("region", { name: "Why it failed" })).toBeVisible({ timeout: 60_000 });
  await run.getByRole("button", { name: "Smoke: Failed" }).click();
  await expect(run.getByRole("region", { name: "Smoke" })).toContainText("checkout is down");
  await run.getByRole("button", { name: /^Roll back: Skipped/ }).click();
  await expect(run.getByRole("region", { name: "Roll back" })).toContainText(
    "Release? ended as “Success”; this node runs “On failure”",
  );

  release.mend();
  await run.getByRole("button", { name: "Resume" }).click();
  await page
    .getByRole("dialog", { name: `Resume: #${release.id}` })
    .getByRole("button", { name: "Resume" })
    .click();
  await expect(run.getByText(`Resumes #${release.id}`)).toBeVisible();
  const smoke = run.getByRole("button", { name: "Smoke: Success" });
  await expect(smoke).toBeVisible({ timeout: 60_000 });
  await smoke.click();
  await run
    .getByRole("region", { name: "Smoke" })
    .getByRole("link", { name: /^#\d+$/ })
    .click();
  await expect(run.getByText(/^Part of Release the shop #\d+, node smoke$/)).toBeVisible();
});

test("a resume that is refused says why, starts nothing, and may be tried again", async ({ page, project }) => {
  const broken = await makeScript(project, "Deploy", "exit 1\n");
  const graph = { nodes: [{ kind: "template", key: "deploy", name: "Deploy", template_id: broken.id }], edges: [] };
  const workflow = await project.make("templates", { name: "Nightly", app: "workflow", graph });
  const ask = async (...survey_vars: object[]) => {
    const stored = await project.read<object>(`templates/${workflow.id}`);
    const path = `/api/project/${project.id}/templates/${workflow.id}`;
    const reply = await page.request.put(path, { data: { ...stored, survey_vars } });
    expect(reply.ok(), await reply.text()).toBe(true);
  };
  const { id } = await project.make("tasks", { template_id: workflow.id });
  await visit(page, `${project.at("templates")}?t=${id}`);
  const run = dialogOf(page);
  await run.getByRole("button", { name: "Resume" }).click({ timeout: 60_000 });
  const resume = page.getByRole("dialog", { name: `Resume: #${id}` });
  await expect(resume.getByRole("combobox", { name: "Deploy" })).toBeVisible();

  await ask({ name: "ticket", title: "Ticket", type: "", required: true });
  await resume.getByRole("button", { name: "Resume" }).click();
  const refusal = resume.getByRole("alert");
  await expect(refusal.getByText("Not started", { exact: true })).toBeVisible();
  await expect(refusal.getByText("ticket: This variable is required", { exact: true })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  const runs = await project.read<{ id: number }[]>(`templates/${workflow.id}/tasks`);
  expect(runs.map((task) => task.id)).toEqual([id]);

  await ask();
  await resume.getByRole("button", { name: "Resume" }).click();
  await expect(resume).toBeHidden();
  await expect(run.getByText(`Resumes #${id}`)).toBeVisible();
});

test("the keyboard alone opens a log, approves with a note, and reads the timeline", async ({
  page,
  project,
  browser,
}) => {
  test.slow();
  const { id, other } = await askedOther(page, project, browser);
  await visit(other, `${project.at("templates")}?t=${id}`);
  const run = dialogOf(other);
  await run.getByRole("button", { name: "List" }).press("Enter");
  await run.getByRole("list", { name: "Nodes" }).getByRole("button", { name: "Build" }).press("Enter");
  await expect(run.getByRole("region", { name: "Build" })).toContainText("compiled 42 modules");
  await run.getByRole("list", { name: "Nodes" }).getByRole("button", { name: "Release?" }).press("Enter");
  const decision = run.getByRole("region", { name: "Release?" });
  await decision.getByRole("textbox", { name: "Note (optional)" }).focus();
  await other.keyboard.type("Not today");
  await other.keyboard.press("Tab");
  await expect(decision.getByRole("button", { name: "Reject" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(decision).toContainText("Rejected by Bea Winter");
  await expect(decision).toContainText("Not today");
  await run.getByRole("tab", { name: "Workflow" }).focus();
  await other.keyboard.press("ArrowRight");
  await expect(run.getByRole("table").getByRole("row", { name: /^Roll back/ })).toBeAttached();
  await other.context().close();
});

for (const colorScheme of THEMES) {
  test(`a run that waits for a decision has no accessibility problem, ${colorScheme}`, async ({
    page,
    project,
    browser,
  }) => {
    test.slow();
    const { id, other } = await askedOther(page, project, browser);
    await other.emulateMedia({ colorScheme });
    for (const query of ["", "&node=build", "&node=ask", "&tab=timeline"]) {
      await visit(other, `${project.at("templates")}?t=${id}${query}`);
      await expect(dialogOf(other).getByRole("tabpanel")).toContainText("Build");
      expect(await violations(other), query).toEqual([]);
    }
    await visit(other, "/approvals");
    await expect(other.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(await violations(other)).toEqual([]);
    await other.context().close();
  });
}

test("a manager takes a failed node for done and skips a wait, and the run goes on", async ({ page, project }) => {
  const [broken, echo] = [
    await makeScript(project, "Deploy", "exit 1\n"),
    await makeScript(project, "Tell", "echo hi\n"),
  ];
  const nodes = [
    { kind: "template", key: "deploy", name: "Deploy", template_id: broken.id },
    { kind: "template", key: "tell", name: "Tell", template_id: echo.id },
    { kind: "wait", key: "night", name: "Night", seconds: 3_600 },
  ];
  const graph = { nodes, edges: [{ from: "deploy", to: "tell" }] };
  const workflow = await project.make("templates", { name: "Nightly", app: "workflow", graph });
  const { id } = await project.make("tasks", { template_id: workflow.id });
  await visit(page, `${project.at("templates")}?t=${id}`);
  const run = dialogOf(page);
  await run.getByRole("button", { name: "Deploy: Failed" }).click({ timeout: 60_000 });
  await run.getByRole("region", { name: "Deploy" }).getByRole("button", { name: "Mark as done" }).click();
  await expect(run.getByRole("region", { name: "Deploy" })).toContainText("Marked as done by");
  await expect(run.getByRole("button", { name: "Tell: Success" })).toBeVisible({ timeout: 60_000 });
  await run.getByRole("button", { name: /^Night: / }).click();
  expect(await violations(page)).toEqual([]);
  await run.getByRole("region", { name: "Night" }).getByRole("button", { name: "Skip" }).click();
  await expect(run.getByRole("region", { name: "Night" })).toContainText("Skipped by");
  await expect.poll(async () => (await project.read<{ status: string }>(`tasks/${id}`)).status).toBe("success");
});

test("a phone shows the list, and a log below it, without scrolling sideways", async ({ page, project }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await startRelease(project);
  await untilAsked(project, id);
  await visit(page, `${project.at("templates")}?t=${id}`);
  const nodes = dialogOf(page).getByRole("list", { name: "Nodes" });
  await nodes.getByRole("button", { name: "Build" }).click();
  const log = dialogOf(page).getByRole("region", { name: "Build" });
  await expect(log).toContainText("compiled 42 modules");
  const [above, below] = [await nodes.boundingBox(), await log.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
  for (const query of ["", "&tab=timeline"]) {
    await visit(page, `${project.at("templates")}?t=${id}${query}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test("a click opens a node even if the hand shakes, or what is above the graph changes meanwhile", async ({
  page,
  project,
  browser,
}) => {
  test.slow();
  const { id, other } = await askedOther(page, project, browser);
  await visit(page, `${project.at("templates")}?t=${id}`);
  const run = dialogOf(page);
  const wait = run.getByText("Waits for a decision by: Manager").first();
  await expect(wait).toBeVisible();

  const built = run.getByRole("button", { name: "Build: Success" });
  const build = await centerOf(built);
  await pressDown(page, built);
  await page.mouse.move(build.x + 3, build.y + 2);
  await page.mouse.up();
  await expect(page).toHaveURL(/node=build/);
  await run.getByRole("region", { name: "Build" }).getByRole("button", { name: "Close" }).click();

  await pressDown(page, run.getByRole("button", { name: /^Smoke/ }));
  await apiOf(other.request)("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/decide", {
    params: { projectId: project.id, taskId: id, nodeKey: "ask" },
    body: { approve: true, note: "" },
  });
  await expect(wait).toBeHidden();
  await page.mouse.up();
  await expect(page).toHaveURL(/node=smoke/);
  await other.context().close();
});

test("rows and decisions are pressed even if what is above them goes meanwhile", async ({ page, project }) => {
  const { id, decide } = await startQuestions(project, page);
  await visit(page, `${project.at("templates")}?t=${id}`);
  const run = dialogOf(page);
  await run.getByRole("button", { name: "List" }).click();
  const waits = run.getByRole("status").getByRole("listitem");
  await expect(waits).toHaveCount(4);

  const night = run.getByRole("list", { name: "Nodes" }).getByRole("button", { name: "Night" });
  await pressDown(page, night);
  await page.mouse.move(20, 20);
  await page.mouse.up();
  await expect(page).not.toHaveURL(/node=/);

  await pressDown(page, night);
  await decide("first");
  await expect(waits).toHaveCount(3);
  await page.mouse.up();
  await expect(page).toHaveURL(/node=night/);

  await run.getByRole("list", { name: "Nodes" }).getByRole("button", { name: "Second?" }).click();
  const second = run.getByRole("region", { name: "Second?" });
  await pressDown(page, second.getByRole("button", { name: "Approve" }));
  await decide("third");
  await expect(waits).toHaveCount(2);
  await page.mouse.up();
  await expect(second).toContainText("Approved by");
});

/** Starts a workflow that asks three questions at once, beside a wait; and what answers one of them for the reader. */
async function startQuestions(project: OwnProject, page: Page) {
  const questions = ["First?", "Second?", "Third?"].map((name) => ({
    kind: "approval",
    key: name.slice(0, -1).toLowerCase(),
    name,
    text: name,
  }));
  const night = { kind: "wait", key: "night", name: "Night", seconds: 3_600 };
  const graph = { nodes: [...questions, night], edges: [] };
  const workflow = await project.make("templates", { name: "Ask", app: "workflow", graph });
  const { id: taskId } = await project.make("tasks", { template_id: workflow.id });
  const decide = (nodeKey: string) =>
    apiOf(page.request)("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/decide", {
      params: { projectId: project.id, taskId, nodeKey },
      body: { approve: true, note: "" },
    });
  return { id: taskId, decide };
}

async function pressDown(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  const { x, y } = await centerOf(button);
  await page.mouse.move(x, y);
  await page.mouse.down();
}

async function centerOf(shown: Locator): Promise<{ x: number; y: number }> {
  const box = await shown.boundingBox();
  if (!box) throw new Error("it is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
