import type { Page } from "@playwright/test";
import { dialogOf, expect, makeScript, test, visit } from "../own-project";
import { finishTask } from "./work";

const LINES = 300;
const SCRIPT = `printf '\\033[32mgreen\\033[0m\\n'\nseq 1 ${LINES} | sed 's/^/number /'\necho ${"wide ".repeat(60)}\n`;

const line = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true });

/** The page as it is printed, until the function it returns is called. */
async function printed(page: Page): Promise<() => Promise<void>> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  return async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: null });
  };
}

for (const place of ["page", "dialog"]) {
  test(`a task's log is printed whole and alone, black on white: ${place}`, async ({ page, project }) => {
    const { id: template_id } = await makeScript(project, "Count", SCRIPT);
    const task = await finishTask(project, { template_id });
    await page.emulateMedia({ colorScheme: "dark" });
    await visit(page, project.at(place === "page" ? `tasks/${task}` : `history?t=${task}`));
    await expect(line(page, `number ${LINES}`)).toBeInViewport();
    await expect(line(page, "number 1")).toHaveCount(0);
    const end = await printed(page);

    await expect(page.locator("html")).toHaveClass(/dark/);
    for (const text of ["green", "number 1", "number 150", `number ${LINES}`])
      await expect(line(page, text)).toBeVisible();
    const log = page.getByRole("log");
    await expect(log).toHaveCSS("color", "rgb(0, 0, 0)");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    for (const name of ["Menu", "Results of the task", "Stages"])
      await expect(page.getByLabel(name, { exact: true }).filter({ visible: true })).toHaveCount(0);
    for (const name of ["Rerun", "Go to end (G)", "Close"])
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    await expect(page.getByText(`Task #${task}`).filter({ visible: true }).first()).toBeVisible();
    // Nothing is beyond the right edge, and no box ends before the log does.
    const { width, height, bottom } = await log.evaluate((element) => ({
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      height: document.documentElement.scrollHeight,
      bottom: element.getBoundingClientRect().bottom,
    }));
    expect(width).toBe(0);
    expect(bottom).toBeGreaterThan(LINES * 20);
    expect(height).toBeGreaterThanOrEqual(Math.floor(bottom));

    await end();
    await expect(line(page, `number ${LINES}`)).toBeInViewport();
    await expect(line(page, "number 1")).toHaveCount(0);
    if (place === "dialog") await expect(dialogOf(page)).toBeVisible();
  });
}

test("the browser's own printing finds every loaded line", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Count", SCRIPT);
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${task}`));
  await expect(line(page, `number ${LINES}`)).toBeInViewport();
  await page.evaluate(() => {
    window.addEventListener("beforeprint", () => {
      document.body.dataset.lines = String(document.querySelectorAll("[data-line]").length);
    });
  });
  await page.pdf();
  await expect(page.locator("body")).toHaveAttribute("data-lines", /^3\d\d$/);
  await expect(line(page, `number ${LINES}`)).toBeInViewport();
});

test("a list is printed without the menu and without buttons", async ({ page, project }) => {
  await makeScript(project, "Count", "echo done\n");
  await visit(page, project.at("templates"));
  await expect(page.getByRole("complementary", { name: "Menu" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("complementary", { name: "Menu" })).toBeHidden();
  await expect(page.getByRole("row", { name: /Count/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run" })).toHaveCount(0);
});
