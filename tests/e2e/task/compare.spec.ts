import type { Page } from "@playwright/test";
import { violations } from "../axe";
import { expect, type OwnProject, test, visit } from "../own-project";
import { finishTask, makeGitScript } from "./work";

/** A run that succeeded, one that failed after a commit with another message, and one like it. */
async function makeRuns(project: OwnProject): Promise<[good: number, first: number, second: number]> {
  const { id: template_id, commit } = await makeGitScript(project, "Deploy", "date; echo to version one\n");
  const good = await finishTask(project, { template_id });
  commit("date; echo to version two; exit 3\n");
  const first = await finishTask(project, { template_id, message: "again" });
  return [good, first, await finishTask(project, { template_id, debug: true })];
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
}

/** The logs with matches of a search. */
const highlighted = (page: Page) =>
  page.evaluate(() => {
    const matches = [...(CSS.highlights.get("log-match") ?? [])];
    const logs = matches.map(({ startContainer }) => startContainer.parentElement?.closest("section")?.ariaLabel);
    return [...new Set(logs)].toSorted();
  });

test("a failed run says what has changed since the last success, and compares with it or another run", async ({
  page,
  project,
}) => {
  const [good, first, second] = await makeRuns(project);
  await visit(page, project.at(`history?t=${second}`));
  const dialog = page.getByRole("dialog");
  const notice = dialog.getByRole("region", { name: "Why it failed" });
  await expect(notice).toContainText(`Failing since #${first}.`);
  await expect(notice).toContainText(/Changed since #\d+ succeeded: commit [0-9a-f]{7} changed run\.sh/);

  await notice.getByRole("button", { name: "Compare" }).click();
  const panel = dialog.getByRole("tabpanel", { name: "Compare" });
  await expect(panel.getByRole("combobox", { name: "Compared with" })).toContainText(`#${good}`);
  await expect(panel.getByRole("region", { name: "Commits" })).toContainText("echo to version two");
  await expect(panel.getByRole("row", { name: /debug/ })).toContainText("true");
  await panel.getByRole("button", { name: "Compare the logs" }).click();
  const log = panel.getByRole("group", { name: "Compare the logs" });
  await expect(log).toContainText("- to version one");
  await expect(log).toContainText("+ to version two");
  await expect(log.getByText("UTC")).not.toContainText(/^\d*[-+]/);
  await expectAccessible(page);

  await panel.getByRole("button", { name: "Show both logs" }).click();
  const logOf = (id: number) => panel.getByRole("region", { name: `Task log #${id}`, exact: true });
  await expect(logOf(good).getByText("to version one", { exact: true })).toBeVisible();
  await expect(logOf(second).getByText("to version two", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await logOf(good).getByRole("log").focus();
  await page.keyboard.press("/");
  await expect(logOf(good).getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await logOf(good).getByRole("log").focus();
  await page.keyboard.press("Control+f");
  await expect(logOf(good).getByRole("searchbox")).toBeFocused();
  await expect(logOf(second).getByRole("searchbox")).toHaveCount(0);
  await page.keyboard.type("version");
  await logOf(second).getByRole("log").focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("version");
  await expect.poll(() => highlighted(page)).toEqual([`Task log #${good}`, `Task log #${second}`].toSorted());
  await page.keyboard.press("Escape");
  await expect(logOf(second).getByRole("searchbox")).toHaveCount(0);
  await expect(logOf(good).getByRole("searchbox")).toHaveValue("version");
  await expect.poll(() => highlighted(page)).toEqual([`Task log #${good}`]);
  await expect(page).not.toHaveURL(/#L/);

  await panel.getByRole("combobox", { name: "Compared with" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(`#${first}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`tab=compare.*with=${first}`));
  await expect(panel.getByRole("region", { name: "Commits" })).toHaveCount(0);
  await expect(panel.getByRole("row", { name: /debug/ })).toContainText("true");
  await page.reload();
  await expect(panel.getByRole("combobox", { name: "Compared with" })).toContainText(`#${first}`);
});

test("the first run has nothing to compare with, and a comparison fits a phone", async ({ page, project }) => {
  const [good, , second] = await makeRuns(project);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, project.at(`tasks/${good}`));
  await expect(page.getByRole("tab", { name: "Details" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveCount(0);
  await visit(page, project.at(`tasks/${second}?tab=compare&with=${good}`));
  const panel = page.getByRole("tabpanel", { name: "Compare" });
  await expect(panel.getByRole("region", { name: "Commits" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
