import type { Locator } from "@playwright/test";
import { findTool } from "../../support/tools";
import { violations } from "../axe";
import { expect, reload, test, visit } from "../own-project";
import { makePlaybook } from "./playbook";
import { finishTask } from "./work";

/** The middle of a cell, which is drawn and no element of its own before somebody points at it. */
async function cellAt(grid: Locator, row: number, column: number): Promise<[number, number]> {
  const name = await grid.getByRole("rowheader").nth(row).boundingBox();
  if (!name) throw new Error("the row is not in sight");
  return [name.x + name.width + column * 24 + 12, name.y + 12];
}

/** The drawn colours beside the signs of cells, each by its row and column. */
const coloursAt = (grid: Locator, cells: [number, number][]): Promise<string[]> =>
  grid
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement, cells) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const size = canvas.width / 16;
      return cells.map(([row, column]) =>
        String(copy?.getImageData((column + 0.2) * size, (row + 0.5) * size, 1, 1).data),
      );
    }, cells);

test.skip(!findTool("ansible-playbook"), "needs ansible-playbook");

test("hosts and steps of a run: a cell shows its result, leads to the log, and is in the address", async ({
  page,
  project,
}) => {
  const task = await finishTask(project, { template_id: await makePlaybook(project), diff: true });
  await visit(page, project.at(`tasks/${task}?tab=hosts`));
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row")).toHaveCount(3);
  await expect(grid.getByRole("rowheader")).toHaveText(["web-2", "web-1", "web-3"]);
  await expect(grid.getByRole("gridcell", { name: "web-2, break: Failed" })).toBeInViewport();
  await page.mouse.move(...(await cellAt(grid, 1, 1)));
  await expect(grid.getByRole("gridcell", { name: "web-1, write: Changed" })).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  const colours = await coloursAt(grid, [
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(new Set([...colours, "0,0,0,0"]).size).toBe(4);
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("+new");
  await expect(page).toHaveURL(/host=web-1&step=1/);
  await page.getByRole("button", { name: /^Failed 1/ }).click();
  await expect(grid.getByRole("row")).toHaveCount(1);
  await grid.focus();
  await page.keyboard.press("Enter");
  await expect(result).toContainText("no room left");
  expect(await violations(page)).toEqual([]);
  await reload(page);
  await expect(result).toContainText("no room left");
  await expect(page.getByRole("button", { name: "Run again on 1 host" })).toBeVisible();
  await page.getByPlaceholder("Host or step").fill("neither");
  await expect(page.getByText("No results")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Run again on/ })).toHaveCount(0);
  await result.getByRole("button", { name: "Show in log" }).click();
  await expect(page).toHaveURL(/#L\d+$/);
  await expect(page.getByRole("log")).toContainText("no room left");
});

test("a link to a result shows its cell, however far down it is", async ({ page, project }) => {
  const hosts = Array.from({ length: 60 }, (_, number) => `web-${number + 1}`);
  const play = "- { hosts: all, gather_facts: false, tasks: [{ name: say, debug: { msg: hello } }] }\n";
  const task = await finishTask(project, { template_id: await makePlaybook(project, { play, hosts }) });
  await visit(page, project.at(`tasks/${task}?tab=hosts&host=web-60&step=0`));
  await expect(page.getByRole("region", { name: "Result" })).toContainText("hello");
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("gridcell", { name: "web-60, say: OK" })).toBeInViewport();
  await grid.press("Home");
  await expect(grid.getByRole("gridcell", { name: "web-60, say: OK" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Timeline" }).click();
  await expect(page.getByRole("tabpanel", { name: "Timeline" })).toContainText("60 hosts");
  expect(await violations(page)).toEqual([]);
});

test("the cells have their colours for those who asked for less motion, too", async ({ page, project }) => {
  const task = await finishTask(project, { template_id: await makePlaybook(project), diff: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, project.at(`tasks/${task}?tab=hosts`));
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row")).toHaveCount(3);
  const colours = await coloursAt(grid, [
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(new Set([...colours, "0,0,0,0"]).size).toBe(4);
});

test("the timeline lists steps and hosts, and a script has neither tab", async ({ page, project }) => {
  const task = await finishTask(project, { template_id: await makePlaybook(project) });
  await visit(page, project.at(`tasks/${task}?tab=timeline`));
  const panel = page.getByRole("tabpanel", { name: "Timeline" });
  await expect(panel.getByRole("listitem")).toHaveCount(6);
  await expect(panel).toContainText("3 steps");
  expect(await violations(page)).toEqual([]);
});
