import type { Locator, Page } from "@playwright/test";
import {
  box,
  confirmDelete,
  dialogOf,
  expect,
  makeScript,
  pick,
  pressInRow,
  reload,
  rowOf,
  save,
  test,
} from "../own-project";
import { post, signInBy } from "../people";
import { PASSWORD } from "../start";
import { changeTemplate } from "../task/work";

const SURVEY = [
  { name: "region", title: "Region", type: "", required: true, description: "" },
  { name: "token", title: "Token", type: "secret", required: true, description: "" },
];

const tick = (form: Locator, group: string, value: string) =>
  form.getByRole("group", { name: group }).getByRole("checkbox", { name: value, exact: true });
const runs = (form: Locator) => form.getByRole("region", { name: "Next runs" });
const cron = (form: Locator) => box(form, "Cron");

async function newSchedule(page: Page, template: string): Promise<Locator> {
  await page.getByRole("button", { name: "New schedule" }).first().click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Nightly");
  await pick(form, "Template", template);
  return form;
}

test("checkboxes and text edit the same expression", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo\n");
  await page.goto(project.at("schedule"));
  const form = await newSchedule(page, "Backup");
  await expect(form.getByText("Cron expression: 0 9 * * *")).toBeVisible();
  await form.getByRole("button", { name: "Weekly" }).click();
  await expect(tick(form, "Weekdays", "Mon")).toBeChecked();
  await expect(tick(form, "Hours", "09")).toBeChecked();
  await tick(form, "Minutes", "00").uncheck();
  await tick(form, "Minutes", "30").check();
  await expect(form.getByText("Cron expression: 30 9 * * 1")).toBeVisible();
  await expect(runs(form)).toContainText(/at 09:30.*monday/i);
  await expect(runs(form).getByRole("listitem").first()).toContainText("09:30");
  await form.getByRole("checkbox", { name: "Enabled" }).uncheck();
  await expect(runs(form)).toHaveCount(0);

  await form.getByRole("radio", { name: "Cron expression" }).click();
  await expect(cron(form)).toHaveValue("30 9 * * 1");
  await cron(form).fill("0 6 1,15 2 *");
  await form.getByRole("radio", { name: "Calendar" }).click();
  await expect(form.getByRole("button", { name: "Yearly" })).toHaveAttribute("aria-pressed", "true");
  for (const [group, value] of [
    ["Months", "Feb"],
    ["Days", "1"],
    ["Days", "15"],
    ["Hours", "06"],
    ["Minutes", "00"],
  ] as const) {
    await expect(tick(form, group, value)).toBeChecked();
  }
  await expect(tick(form, "Days", "2")).not.toBeChecked();
  await form.getByRole("button", { name: "Hourly" }).click();
  await expect(form.getByText("Cron expression: 0 * * * *")).toBeVisible();

  await form.getByRole("radio", { name: "Cron expression" }).click();
  await cron(form).fill("@daily");
  await form.getByRole("radio", { name: "Calendar" }).click();
  await expect(form.getByText("@daily can't be shown as checkboxes. Selecting one replaces it.")).toBeVisible();
});

test("missing and invalid values are reported before anything is saved", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo\n");
  await page.goto(project.at("schedule"));
  await page.getByRole("button", { name: "New schedule" }).first().click();
  const form = dialogOf(page);
  await form.getByRole("radio", { name: "Cron expression" }).click();
  await cron(form).fill("");
  await form.getByRole("button", { name: "Create" }).click();
  for (const text of ["Name is required", "Template is required", "Cron is required"]) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await box(form, "Name").fill("Nightly");
  await pick(form, "Template", "Backup");
  await cron(form).fill("61 * * * *");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Minute must be between 0 and 59").first()).toBeVisible();
  await form.getByRole("radio", { name: "Once" }).click();
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Date and time are required")).toBeVisible();
});

test("an error is at its field while one types, and goes with it", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo\n");
  await page.goto(project.at("schedule"));
  const form = await newSchedule(page, "Backup");
  await form.getByRole("radio", { name: "Once" }).click();
  await form.getByLabel("Date and time").fill("2020-01-01T00:00");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByRole("alert")).toContainText("Not saved");
  await form.getByRole("radio", { name: "Cron expression" }).click();
  await expect(form.getByRole("alert")).toHaveCount(0);
  await cron(form).fill("61 * * * *");
  await expect(cron(form)).toHaveAttribute("aria-invalid", "true");
  await expect(cron(form)).toHaveAccessibleDescription(/Minute must be between 0 and 59/);
  await cron(form).fill("1 * * * *");
  await expect(cron(form)).not.toHaveAttribute("aria-invalid", "true");
  await expect(runs(form).getByRole("listitem").first()).toContainText(":01");
});

test("a schedule with answers is created, changed, disabled and deleted", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo\n");
  await changeTemplate(page.request, project, id, { survey_vars: SURVEY });
  await page.goto(project.at("schedule"));
  const form = await newSchedule(page, "Backup");
  await expect(box(form, "Region")).toBeVisible();
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("This variable is required")).toHaveCount(2);
  await box(form, "Region").fill("north");
  await form.getByLabel(/^Token/).fill("open sesame please");
  await box(form, "Message").fill("By the clock");
  await form.getByRole("button", { name: "Daily" }).click();
  await tick(form, "Hours", "02").check();
  await tick(form, "Hours", "09").uncheck();
  await pick(form, "Time zone", "Europe/Berlin");
  await save(form, "Create");
  const row = rowOf(page, "Nightly");
  await expect(row).toContainText("0 2 * * *");
  await expect(row).toContainText("Europe/Berlin");

  await pressInRow(row, "Edit");
  await expect(box(form, "Region")).toHaveValue("north");
  await expect(box(form, "Message")).toHaveValue("By the clock");
  await expect(form.getByLabel(/^Token/)).toHaveValue("");
  await expect(tick(form, "Hours", "02")).toBeChecked();
  await box(form, "Region").fill("south");
  await form.getByRole("radio", { name: "Cron expression" }).click();
  await cron(form).fill("15 4 * * *");
  await save(form);
  await expect(row).toContainText("15 4 * * *");
  const [stored] = await project.read<{ task_params: { environment: string; secret_names: string[] } }[]>("schedules");
  expect(JSON.parse(stored?.task_params.environment ?? "")).toEqual({ region: "south" });
  expect(stored?.task_params.secret_names).toEqual(["token"]);

  await row.getByRole("switch", { name: "Active: Nightly" }).click();
  await expect(row.getByRole("switch")).not.toBeChecked();
  await expect.poll(() => project.read<{ active: boolean }[]>("schedules")).toMatchObject([{ active: false }]);
  await reload(page);
  await expect(row.getByRole("switch")).not.toBeChecked();
  await pressInRow(row, "Delete");
  await confirmDelete(page);
  await expect(row).toHaveCount(0);
});

test("no schedule is created before the chosen template's questions are there", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo\n");
  await changeTemplate(page.request, project, id, { survey_vars: SURVEY });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/project/${project.id}/templates/${id}`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(project.at("schedule"));
  const form = await newSchedule(page, "Backup");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByRole("button", { name: "Create" })).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(form.getByRole("alert")).toContainText("region, token");
  await expect(box(form, "Region")).toBeVisible();
  expect(await project.read("schedules")).toEqual([]);
});

test("a single run has a date and no cron", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo\n");
  await page.goto(project.at("schedule"));
  const form = await newSchedule(page, "Backup");
  await form.getByRole("radio", { name: "Once" }).click();
  await form.getByLabel(/^Date and time/).fill("2040-02-29T06:30");
  await expect(runs(form).getByRole("listitem")).toHaveCount(1);
  await save(form, "Create");
  await expect(rowOf(page, "Nightly")).toContainText("Once");
  await pressInRow(rowOf(page, "Nightly"), "Edit");
  await expect(form.getByLabel(/^Date and time/)).toHaveValue("2040-02-29T06:30");
});

test("a long template name stays readable in a window of middle width", async ({ page, project }) => {
  const name = "Nightly backup of every database";
  const { id: template_id } = await makeScript(project, name, "echo\n");
  const cron_format = "*/15 8-18 * * 1-5";
  const timezone = "America/Argentina/Buenos_Aires";
  await project.make("schedules", { name: `${name}, by the clock`, template_id, cron_format, timezone, active: true });
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto(project.at("schedule"));
  expect((await page.getByRole("link", { name }).boundingBox())?.width).toBeGreaterThan(120);
});

test("each run is listed in the history, with its task", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo by the clock\n");
  const run_at = new Date(Date.now() + 2000).toISOString();
  await project.make("schedules", { name: "Soon", template_id, cron_format: "", run_at, active: true });
  await expect.poll(async () => (await project.read<object[]>("tasks/last")).length, { timeout: 60_000 }).toBe(1);
  await page.goto(project.at("schedule"));
  await rowOf(page, "Soon").getByRole("button", { name: "Show details" }).click();
  const fires = page.getByRole("list", { name: "Run history" });
  await expect(fires).toContainText("Started");
  await fires.getByRole("link").click();
  await expect(dialogOf(page)).toContainText("by the clock");
});

test("a task runner sees the schedules but can't change them", async ({ page, project, browser }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo\n");
  await project.make("schedules", { name: "Nightly", template_id, cron_format: "0 2 * * *", active: true });
  const account = { username: `clock-${project.id}`, name: "Clock", email: `clock-${project.id}@example.com` };
  const { id: user_id } = await post(page.request, "/users", { ...account, password: PASSWORD });
  await project.make("users", { user_id, role: "task_runner" });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInBy(theirs.request, account.username);
  await theirs.goto(project.at("schedule"));
  await expect(rowOf(theirs, "Nightly").getByRole("switch")).toBeDisabled();
  await expect(theirs.getByRole("button", { name: "New schedule" })).toHaveCount(0);
  await expect(rowOf(theirs, "Nightly").getByRole("button", { name: /^(Edit|Delete)$/ })).toHaveCount(0);
  await context.close();
});
