import type { Page } from "@playwright/test";
import { findTool } from "../support/tools";
import { violations } from "./axe";
import { expect, makeScript, type OwnProject, test, visit } from "./own-project";
import { GLOBAL_SCREENS, PROJECT_SCREENS } from "./screen-paths";
import { makePlaybook } from "./task/playbook";
import { finishTask } from "./task/work";
import { LONG_RUN } from "./variants";

// A window of 1440 by 900 at 200 %.
test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

const REPORT = `
echo '<testsuite name="web"><testcase name="a test with a name that is longer than a narrow window is wide, as happens"/></testsuite>' >"$SIGNALBOX_ARTIFACTS/junit.xml"
echo '<h1>Coverage</h1>' >"$SIGNALBOX_ARTIFACTS/index.html"
`;

/** Of the page, and of what is open over it. */
async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll("[role=dialog]")];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

async function inspect(page: Page, where: string): Promise<void> {
  await expectNoSidewaysScroll(page, where);
  expect(await violations(page), where).toEqual([]);
}

async function makeWork(project: OwnProject): Promise<number> {
  const { id: template_id } = await makeScript(project, "Report of the whole shop, in Frankfurt and Dublin", REPORT);
  await finishTask(project, { template_id });
  return finishTask(project, { template_id, message: "Again, because the first one came too early for the others" });
}

test("every screen fits a window at 200 %", async ({ page, project }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await makeWork(project);
  for (const path of [...PROJECT_SCREENS.map(project.at), ...GLOBAL_SCREENS, "/approvals"]) {
    await visit(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await (LONG_RUN ? inspect(page, path) : expectNoSidewaysScroll(page, path));
  }
});

test("the tabs of a task fit a window at 200 %", async ({ page, project }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const report = await makeWork(project);
  const tabs = ["log", "details", "tests", "artifacts", "compare"].map((tab) => [report, tab] as const);
  if (findTool("ansible-playbook")) {
    const hosts = await finishTask(project, { template_id: await makePlaybook(project) });
    tabs.push([hosts, "hosts"], [hosts, "timeline"]);
  }
  for (const [task, tab] of tabs) {
    await visit(page, project.at(`history?t=${task}&tab=${tab}`));
    await expect(page.getByRole("dialog").getByRole("tabpanel")).toBeVisible();
    await inspect(page, tab);
  }
});

test("what opens over a screen fits a window at 200 %", async ({ page, project }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, project.at("history"));
  await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await inspect(page, "palette");
  await page.keyboard.press("Escape");
  for (const [screen, button] of [
    ["environment", "New environment"],
    ["repositories", "New repository"],
    ["schedule", "New schedule"],
    ["keys", "New key"],
  ] as const) {
    await visit(page, project.at(screen));
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Create" })).toBeInViewport();
    await inspect(page, button);
  }
});
