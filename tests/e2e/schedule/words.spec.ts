import { violations } from "../axe";
import { expect, makeScript, rowOf, test, visit } from "../own-project";
import { THEMES } from "../variants";

for (const colorScheme of THEMES) {
  test(`a schedule says in words when it runs, in its list and on its template, ${colorScheme}`, async ({
    page,
    project,
    context,
    baseURL,
  }) => {
    const { id: template_id } = await makeScript(project, "Backup", "echo\n");
    for (const [name, cron_format] of [
      ["Morning", "0 9 * * *"],
      ["Often", "@every 90m"],
    ])
      await project.make("schedules", { name, template_id, cron_format, active: name === "Morning" });
    await page.emulateMedia({ colorScheme });
    await visit(page, project.at("schedule"));
    await expect(rowOf(page, "Morning")).toContainText("At 09:00, every day");
    await expect(rowOf(page, "Often")).toContainText("@every 90m");
    expect(await violations(page)).toEqual([]);

    // By keyboard to the template, and by mouse back to the schedule.
    await rowOf(page, "Morning").getByRole("link", { name: "Backup" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${project.at(`templates/${template_id}`)}`);
    const schedules = page.getByRole("list", { name: "Schedule" }).getByRole("listitem");
    await expect(schedules).toHaveCount(2);
    await expect(schedules.first()).toContainText("At 09:00, every day");
    await expect(schedules.last()).toContainText("Off");
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await schedules.first().getByRole("link", { name: "Morning" }).click();
    await expect(page.locator("[data-row]")).toHaveCount(1);

    await context.addCookies([{ name: "lang", value: "pt", url: baseURL ?? "" }]);
    await visit(page, project.at("schedule"));
    await expect(rowOf(page, "Morning")).toContainText("Às 09:00, a cada dia");
  });
}

test("a phone shows all of a long schedule's words", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo\n");
  const cron = { cron_format: "15 7,9,11,13,15,17 * * 1-5", timezone: "Europe/Berlin" };
  await project.make("schedules", { ...cron, name: "Working days", template_id, active: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, project.at("schedule"));
  const row = rowOf(page, "Working days");
  for (const text of [/^At 07:15/, cron.cron_format, cron.timezone, "Backup"])
    await expect(row.getByText(text).last()).toBeInViewport({ ratio: 1 });
});

test("a schedule with long names takes one line, and says whose time its next run is in", async ({ page, project }) => {
  const long = "Roll out the quarterly security baseline to every server of the data centre, then report";
  const { id: template_id } = await makeScript(project, long, "echo\n");
  const cron = { cron_format: "0 4 * * *", template_id, active: true };
  await project.make("schedules", { ...cron, name: `${long} here` });
  await project.make("schedules", { ...cron, name: `${long} there`, timezone: "Pacific/Chatham" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, project.at("schedule"));
  const [here, there] = [rowOf(page, `${long} here`), rowOf(page, `${long} there`)];
  await expect(here).toContainText("At 04:00, every day");
  expect((await here.boundingBox())?.height).toBeLessThan(50);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(there.getByText(zone, { exact: true })).toBeVisible();
  await expect(here.getByText(zone, { exact: true })).toHaveCount(1);
});
