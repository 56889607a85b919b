import { violations } from "../axe";
import { dialogOf, expect, makeScript, test, visit } from "../own-project";
import { finishTask } from "./work";

for (const viewport of [
  { width: 1440, height: 600 },
  { width: 390, height: 844 },
]) {
  test(`a task's facts collapse where the log needs the room, ${viewport.width} wide`, async ({ page, project }) => {
    const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
    const id = await finishTask(project, { template_id, message: "because of the audit" });
    await page.setViewportSize(viewport);
    await visit(page, project.at(`history?t=${id}`));
    const dialog = dialogOf(page);
    const message = dialog.getByText("because of the audit");
    await expect(dialog.getByText("Duration")).toBeVisible();
    await expect(dialog.getByText("Started", { exact: true })).toBeHidden();
    await expect(message).toBeHidden();
    await dialog.getByRole("button", { name: "Show details" }).click();
    await expect(message).toBeVisible();
    await expect(dialog.getByText("Started", { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(message).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(message).toBeVisible();
    await expect(dialog.getByRole("button", { name: /details$/ })).toBeHidden();
  });
}
