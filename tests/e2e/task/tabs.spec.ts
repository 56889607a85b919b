import { dialogOf, expect, makeScript, reload, test } from "../own-project";
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
