import type { Page } from "@playwright/test";
import { violations } from "../axe";
import {
  box,
  dialogOf,
  expect,
  makeScript,
  type OwnProject,
  pressInRow,
  reload,
  rowOf,
  test,
  visit,
} from "../own-project";
import { changeTemplate } from "../task/work";
import { THEMES } from "../variants";

const names = (page: Page) => page.locator("[data-row] [data-row-title]");
const lamps = (page: Page, name: string) => rowOf(page, name).locator(".recent-tasks a");

async function makeNamed(project: OwnProject, ...all: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of all) ids.push((await makeScript(project, name, "echo done\n")).id);
  return ids;
}

test("Run is in sight and starts a task with one click, by mouse and keyboard", async ({ page, project }) => {
  const [id] = await makeNamed(project, "Backup");
  await visit(page, project.at("templates"));
  const run = rowOf(page, "Backup").getByRole("button", { name: "Run", exact: true });
  await page.mouse.move(5, 5);
  await expect(page.locator(".row-actions")).toHaveCSS("opacity", "1");
  await run.click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page)).toContainText("Success");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(lamps(page, "Backup")).toHaveCount(1);
  await expect(lamps(page, "Backup").last()).toHaveAccessibleName(/^#\d+ Success$/);
  // A double click does not start two: the button acts again a moment after the task began.
  await expect(run).not.toHaveAttribute("aria-disabled");
  await run.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lamps(page, "Backup")).toHaveCount(2);
  expect(await project.read<object[]>(`templates/${id}/tasks/last`)).toHaveLength(2);
});

test("a template that always asks, or needs an answer, opens the dialog", async ({ page, project }) => {
  const [always = 0, needy = 0] = await makeNamed(project, "Always", "Needy", "Plain");
  await page.goto(project.at(`templates/${always}/edit`));
  await page.getByRole("checkbox", { name: "Always ask for options" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(new RegExp(`templates/${always}$`));
  const variable = { name: "who", title: "For whom", type: "", required: true, description: "" };
  await changeTemplate(page.request, project, needy, { survey_vars: [variable] });
  await visit(page, project.at("templates"));
  for (const name of ["Always", "Needy"]) {
    await expect(rowOf(page, name).getByRole("button", { name: "Start with options" })).toHaveCount(0);
    await pressInRow(rowOf(page, name), "Run");
    await expect(box(dialogOf(page), "Message")).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await pressInRow(rowOf(page, "Plain"), "Start with options");
  await box(dialogOf(page), "Message").fill("By hand");
  await dialogOf(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page)).toContainText("By hand");
});

test("the last five results are lamps that open their logs, and change live", async ({ page, project }) => {
  const [template_id] = await makeNamed(project, "Backup");
  for (let count = 0; count < 6; count++) await project.make("tasks", { template_id, message: `Night ${count}` });
  await visit(page, project.at("templates"));
  await expect(lamps(page, "Backup")).toHaveCount(5);
  const newest = await project.make("tasks", { template_id, message: "Last night" });
  const last = lamps(page, "Backup").last();
  await expect(last).toHaveAccessibleName(`#${newest.id} Success`);
  await page.mouse.move(5, 5);
  await last.hover();
  await expect(page.getByRole("tooltip")).toHaveText(`#${newest.id} Success`);
  await last.click();
  await expect(dialogOf(page)).toContainText("Last night");
});

test("favorites come first, for their user alone", async ({ page, project }) => {
  await makeNamed(project, "Alpha", "Beta", "Gamma");
  await visit(page, project.at("templates"));
  await pressInRow(rowOf(page, "Gamma"), "Favorite: Gamma");
  await expect(names(page)).toHaveText(["Gamma", "Alpha", "Beta"]);
  await reload(page);
  await expect(names(page)).toHaveText(["Gamma", "Alpha", "Beta"]);
  const star = rowOf(page, "Gamma").getByRole("button", { name: "Favorite: Gamma" });
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await star.focus();
  await page.keyboard.press("Space");
  await expect(names(page)).toHaveText(["Alpha", "Beta", "Gamma"]);
});

test("labels are set in the form and filter the list, and the URL keeps the choice", async ({ page, project }) => {
  const [, beta = 0] = await makeNamed(project, "Alpha", "Beta");
  await visit(page, project.at(`templates/${beta}/edit`));
  await box(page, "Labels").fill("web");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(new RegExp(`templates/${beta}$`));
  await visit(page, project.at("templates"));
  await expect(names(page)).toHaveCount(2);
  const label = page.getByRole("group", { name: "Labels" }).getByRole("button", { name: "web" });
  await label.click();
  await expect(names(page)).toHaveText(["Beta"]);
  await expect(page).toHaveURL(/label=web/);
  await reload(page);
  await expect(names(page)).toHaveText(["Beta"]);
  await label.focus();
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveCount(2);
});

for (const colorScheme of THEMES) {
  test(`rows fit 390, 1024 and 1440, and axe is content, ${colorScheme}`, async ({ page, project }) => {
    const [first = 0, template_id] = await makeNamed(project, "Alpha", "Beta with a name that is rather long");
    await changeTemplate(page.request, project, first, { labels: ["web", "nightly"] });
    await project.make("tasks", { template_id });
    await page.emulateMedia({ colorScheme });
    await visit(page, project.at("templates"));
    await expect(lamps(page, "Beta").last()).toHaveAccessibleName(/Success$/);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
      await rowOf(page, "Alpha").hover();
      expect(await violations(page)).toEqual([]);
    }
  });
}
