import type { Locator, Page } from "@playwright/test";
import { box, dialogOf, expect, makeScript, pressInRow, rowOf, test } from "../own-project";
import { held } from "./work";

test.use({ viewport: { width: 390, height: 800 } });

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

const NAME = "A template with a name that is much longer than a phone is wide, as happens";

test("a phone shows the essentials of a template and its tasks", async ({ page, project }) => {
  const { script, release } = held();
  const { id } = await makeScript(project, NAME, `seq 1 200\n${script}`);
  await project.make("schedules", { name: NAME, template_id: id, cron_format: "0 2 * * *", active: true });
  await page.goto(project.at("templates"));
  await pressInRow(rowOf(page, NAME), "Start with options");
  await box(dialogOf(page), "Message").fill(`${NAME}, and so do messages`);
  await dialogOf(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(page.getByRole("log").getByText("at work", { exact: true })).toBeInViewport();
  await expect(dialogOf(page).getByRole("button", { name: "Stop", exact: true })).toBeInViewport();
  await expectNoSidewaysScroll(page, "the log");
  release();
  await expect(dialogOf(page).getByText("Success", { exact: true }).first()).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${project.at("templates")}$`));

  for (const screen of ["templates", `templates/${id}`, `templates/${id}/edit`, "history", "schedule"]) {
    await page.goto(project.at(screen));
    await expect(
      page
        .getByText(NAME)
        .or(page.locator(`[value="${NAME}"]`))
        .first(),
    ).toBeAttached();
    await expectNoSidewaysScroll(page, screen);
  }
  await page.getByRole("button", { name: "New schedule" }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Create" })).toBeInViewport();
});

async function middleOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return y + height / 2;
}

test("a card has its action beside its title, and says nothing about what is missing", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo done\n");
  await page.goto(project.at("templates"));
  const row = rowOf(page, "Backup");
  await expect(row.getByText("Not run yet")).toBeVisible();
  for (const dash of await row.getByText("—", { exact: true }).all()) await expect(dash).toBeHidden();
  const title = await middleOf(row.getByRole("link", { name: "Backup" }));
  expect(Math.abs((await middleOf(row.locator("[data-run=row]"))) - title)).toBeLessThan(8);
});

test("Run and its options stay beside each other, also below a check for drift", async ({ page, project }) => {
  const script = await makeScript(project, "Script", "echo done\n");
  const { repository_id } = await project.read<{ repository_id: number }>(`templates/${script.id}`);
  const { id } = await project.make("templates", { name: "Network", app: "terraform", playbook: "", repository_id });
  await page.goto(project.at(`templates/${id}`));
  const buttons = page.getByRole("banner").getByRole("button");
  await expect(buttons.filter({ hasText: "Check for drift" })).toBeVisible();
  const options = page.getByRole("banner").getByRole("button", { name: "Start with options" });
  const run = await middleOf(page.locator("[data-run=page]").first());
  expect(Math.abs((await middleOf(options)) - run)).toBeLessThan(8);
});
