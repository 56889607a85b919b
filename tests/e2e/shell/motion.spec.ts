import { violations } from "../axe";
import { expect, makeScript, reload, rowOf, test, visit } from "../own-project";
import { held } from "../task/work";

test("a screen takes the place of another one at once, by mouse and by keyboard", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.evaluate(() => {
    const started: unknown[] = [];
    Object.assign(window, { started });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      started.push(given);
      return start(...given);
    };
  });
  await page.getByRole("link", { name: "Inventory" }).click();
  await page.waitForURL(`**${project.at("inventory")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inventory");
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.waitForURL(`**${project.at("keys")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Key store");
  await expect(page).toHaveTitle(/./);
  expect(await page.evaluate(() => (window as unknown as { started: unknown[] }).started)).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test("the end of a followed log is in sight for those who asked for less motion", async ({ page, project }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Backup", `seq 1 200\n${script}`);
  const { id } = await project.make("tasks", { template_id });
  await visit(page, project.at(`tasks/${id}`));
  const log = page.getByRole("log");
  await expect(log.getByText("at work", { exact: true })).toBeAttached();
  // Opened with all lines at once.
  await reload(page);
  await expect(log.getByText("at work", { exact: true })).toBeAttached();
  const hidden = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expect.poll(hidden).toBeLessThan(2);
  release();
});

test("placeholders keep their room, and are seen only after a moment", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("templates"));
  await page.route(/tasks\/last\?/, () => undefined);
  await rowOf(page, "Backup").getByRole("button", { name: "Show details" }).click();
  const placeholder = page.locator("[data-slot=skeleton]").first();
  await expect(placeholder).toHaveCSS("animation-delay", /^0\.15s/);
  await expect(placeholder).toHaveCSS("opacity", /^(1|0\.[5-9])/);
  expect((await placeholder.boundingBox())?.height).toBeGreaterThan(0);
});
