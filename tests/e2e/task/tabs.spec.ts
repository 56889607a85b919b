import type { Locator } from "@playwright/test";
import { dialogOf, expect, makeScript, reload, test, visit } from "../own-project";
import { finishTask } from "./work";

test("a task's tab is in the address, chosen by mouse or arrow keys, and Back leaves the task", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id });
  await page.goto(project.at("history"));
  await page.getByText(`#${task}`).first().click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("all is well");
  await dialog.getByRole("tab", { name: "Details" }).click();
  await expect(page).toHaveURL(/tab=details/);
  await expect(dialog.getByRole("tabpanel")).toContainText("Exit code0");
  await reload(page);
  await expect(dialog.getByRole("tabpanel")).toContainText("Exit code0");
  await dialog.getByRole("tab", { name: "Details" }).press("ArrowLeft");
  await expect(dialog.getByRole("tabpanel", { name: "Log" })).toContainText("all is well");
  await expect(page).not.toHaveURL(/tab=/);
  await dialog.getByRole("tab", { name: "Details" }).click();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.search === "");
});

const hasRing = (tab: Locator): Promise<boolean> =>
  tab.evaluate((element) => element === document.activeElement && element.matches(":focus-visible"));

test("only the keyboard draws a ring around a tab", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo all is well\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${task}`));
  const log = page.getByRole("tab", { name: "Log" });
  const details = page.getByRole("tab", { name: "Details" });
  await details.click();
  await expect(details).toHaveAttribute("aria-selected", "true");
  await expect(details).toBeFocused();
  expect(await hasRing(details)).toBe(false);
  await page.keyboard.press("ArrowLeft");
  await expect(log).toBeFocused();
  expect(await hasRing(log)).toBe(true);
});

test("the title of a task's tab says how it is, also after the page below was loaded again", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Backup", "exit 3\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`history?t=${task}`));
  await expect(page).toHaveTitle(`#${task} Failed · Backup`);
  await page.evaluate(() => {
    document.title = "As Next writes it";
  });
  await expect(page).toHaveTitle(`#${task} Failed · Backup`);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveTitle(/Failed/);
});

test("a task that opens over another task's page has the tab until it is closed", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup  of  disks", "exit 3\n");
  const below = await finishTask(project, { template_id });
  const above = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${below}?t=${above}`));
  await expect(page).toHaveTitle(`#${above} Failed · Backup of disks`);
  await expect(dialogOf(page).getByRole("tab", { name: "Details" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveTitle(`#${below} Failed · Backup of disks`);
  await page.getByRole("button", { name: "Rerun", exact: true }).click();
  await expect(page).toHaveTitle(`#${above + 1} Failed · Backup of disks`);
  await page.keyboard.press("Escape");
  await expect(page).toHaveTitle(`#${below} Failed · Backup of disks`);
});
