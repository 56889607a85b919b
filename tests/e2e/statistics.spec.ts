import { expect, makeScript, test } from "./own-project";
import { finishTask } from "./task/work";

test("the statistics count runs by day and template, as charts and as tables", async ({ page, project }) => {
  await page.goto(project.at("statistics"));
  await expect(page.getByText("No tasks have ended in this period.")).toBeVisible();
  const { id: good } = await makeScript(project, "Good", "echo fine\n");
  const { id: bad } = await makeScript(project, "Bad", "no-such-command\n");
  const failed = await finishTask(project, { template_id: bad });
  for (let run = 0; run < 3; run++) await finishTask(project, { template_id: good });
  await page.goto(project.at("history"));
  await page.getByRole("link", { name: "Statistics" }).click();
  const templates = page.getByRole("table", { name: "Templates" });
  await expect(templates.getByRole("row").nth(1)).toContainText(/Bad110%/);
  await expect(templates.getByRole("row").nth(2)).toContainText(/Good30100%/);
  await expect(page.getByRole("figure", { name: "Runs" }).locator(".recharts-bar-rectangle").first()).toBeVisible();
  const firstDay = (name: string) =>
    page.getByRole("figure", { name }).locator(".recharts-xAxis-tick-labels text").first().textContent();
  expect(await firstDay("Runs")).toBe(await firstDay("Durations"));
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: "Runs by day" }).getByRole("row")).toHaveCount(31);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await page.getByRole("table", { name: "Why runs failed" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`tasks/${failed}$`));
});

test("a number of days that can't be shown is ignored", async ({ page, project }) => {
  for (const days of ["0", "365", "x"]) {
    await page.goto(project.at(`statistics?days=${days}`));
    await expect(page.getByText("No tasks have ended in this period.")).toBeVisible();
  }
});

test("a template links to its own statistics, and back to those of all", async ({ page, project }) => {
  const { id } = await makeScript(project, "Good", "echo fine\n");
  const { id: other } = await makeScript(project, "Other", "echo fine\n");
  for (const template_id of [id, other]) await finishTask(project, { template_id });
  await page.goto(project.at(`templates/${id}`));
  await page.getByRole("link", { name: "Statistics" }).click();
  const rows = page.getByRole("table", { name: "Templates" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("link", { name: "All templates" }).click();
  await expect(rows).toHaveCount(3);
});

test("the arrow keys read a chart", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Good", "echo fine\n");
  await finishTask(project, { template_id });
  await page.goto(project.at("statistics?days=7"));
  const chart = page.getByRole("figure", { name: "Runs" });
  await chart.getByRole("application", { name: "Runs" }).focus();
  for (let day = 0; day < 7; day++) await page.keyboard.press("ArrowRight");
  await expect(chart).toContainText("Success1");
  const durations = page.getByRole("figure", { name: "Durations" });
  await durations.getByRole("application", { name: "Durations" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(durations).toContainText("—");
});

test("the statistics fit a phone: only their tables scroll sideways", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Good", "echo fine\n");
  await finishTask(project, { template_id });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(project.at("statistics"));
  for (const name of ["Templates", "People", "Runners"]) await expect(page.getByRole("table", { name })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
