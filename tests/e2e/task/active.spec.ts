import { violations } from "../axe";
import { expect, makeScript, rowOf, test, visit } from "../own-project";
import { held } from "./work";

test("a project's active tasks say what, why and for how long, and are stopped in place", async ({ page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Backup", script);
  const first = await project.make("tasks", { template_id });
  const second = await project.make("tasks", { template_id });
  await visit(page, project.at("active"));
  await expect(rowOf(page, `#${first.id}`).first()).toContainText("Backup");
  const waiting = page.getByRole("row").filter({ has: page.getByRole("link", { name: `#${second.id}`, exact: true }) });
  await expect(waiting).toContainText("Queue");
  await expect(waiting).toContainText("Administrator");
  await expect(page.getByRole("columnheader", { name: "User", exact: true })).toBeVisible();
  await expect(waiting).toContainText(`#${first.id}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole("button", { name: `Stop #${second.id}` }).focus();
  await page.keyboard.press("Enter");
  await expect(waiting).toHaveCount(0);
  release();
  await expect(page.getByText("No active tasks. Tasks of this project appear here when they start.")).toBeVisible();
});

test("Administration is a group of the drawer, for administrators", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  const group = page.getByRole("list", { name: "Administration" });
  await expect(group.getByRole("link")).toHaveCount(7);
  await group.getByRole("link", { name: "Active tasks" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/tasks");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Active tasks");
});
