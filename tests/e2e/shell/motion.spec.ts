import type { Page } from "@playwright/test";
import { violations } from "../axe";
import { expect, makeScript, reload, rowOf, test, visit } from "../own-project";
import { held } from "../task/work";

/** Notes how long what moves on the next page takes, in milliseconds. */
async function watchTransitions(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      const transition = start(...given);
      transition.ready.then(
        () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition"))
              durations.push(Number(effect.getComputedTiming().duration));
        },
        () => undefined,
      );
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { durations: number[] }).durations);
}

test("a page fades into the next one, by mouse and by keyboard", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  const durations = await watchTransitions(page);
  await page.getByRole("link", { name: "Inventory" }).click();
  await page.waitForURL(`**${project.at("inventory")}`);
  await expect.poll(durations).toContain(120);
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.waitForURL(`**${project.at("keys")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Key store");
  await expect(page).toHaveTitle(/./);
  expect(await violations(page)).toEqual([]);
});

test("nothing fades for those who asked for less motion", async ({ page, project }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, project.at("keys"));
  const durations = await watchTransitions(page);
  await page.getByRole("link", { name: "Inventory" }).click();
  await page.waitForURL(`**${project.at("inventory")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inventory");
  // React itself adds one that takes no time.
  expect((await durations()).filter((duration) => duration > 0)).toEqual([]);
});

test("the end of a followed log is in sight for them too", async ({ page, project }) => {
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
