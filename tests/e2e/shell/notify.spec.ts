import type { Page } from "@playwright/test";
import { dialogOf, expect, makeProject, makeScript, type OwnProject, test, visit } from "../own-project";
import { finishTask, held } from "../task/work";
import { LONG_RUN } from "../variants";

/** Nobody looks at the page, and it shows to the test what the desktop would show. */
function lookAway(): void {
  document.hasFocus = () => false;
  const shown: string[] = [];
  class Shown extends EventTarget {
    static permission = "granted";
    static requestPermission = async () => Reflect.get(window, "permission") ?? "granted";
    onclick: (() => void) | null = null;
    constructor(title: string) {
      super();
      shown.push(title);
      Object.assign(window, { shown, last: this });
    }
  }
  Object.assign(window, { Notification: Shown, shown });
}

const shownOn = (page: Page) => page.evaluate(() => Reflect.get(window, "shown") as string[]);

async function openAccount(page: Page, project: OwnProject) {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Edit account" }).click();
  return dialogOf(page).getByRole("switch", { name: "Notify me when my tasks end" });
}

test("the end of one's own task is shown on the desktop once that is switched on", async ({ page, project }) => {
  await page.addInitScript(lookAway);
  const { id: template_id } = await makeScript(project, "Nightly", "echo done\n");
  const notify = await openAccount(page, project);
  await finishTask(project, { template_id });
  expect(await shownOn(page)).toEqual([]);
  await notify.focus();
  await page.keyboard.press("Space");
  await expect(notify).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  const task = await finishTask(project, { template_id });
  await expect.poll(() => shownOn(page)).toEqual([`#${task} Success · Nightly`]);
  await page.evaluate(() => Reflect.get(window, "last").onclick());
  await page.waitForURL(`**${project.at(`tasks/${task}`)}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await shownOn(page)).toHaveLength(1);
});

test("a browser that blocks notifications leaves the switch off and says so", async ({ page, project }) => {
  await page.addInitScript(lookAway);
  await page.addInitScript(() => void Object.assign(window, { permission: "denied" }));
  const notify = await openAccount(page, project);
  await notify.click();
  await expect(dialogOf(page)).toContainText("Your browser blocks notifications");
  await expect(notify).not.toBeChecked();
});

/** Switches the notice on, and leaves the project of a running task for another one. */
async function leaveRunningTask(page: Page, project: OwnProject, template_id: number): Promise<number> {
  const other = await makeProject(page, `${project.name} too`);
  const notify = await openAccount(page, project);
  await notify.click();
  await expect(notify).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole("link", { name: "Dashboard" }).click();
  const { id } = await project.make("tasks", { template_id });
  await expect(page.getByRole("region", { name: "Running now" })).toContainText(`#${id}`);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a screen, project or template").fill(other.name);
  await page.getByRole("option").filter({ hasText: other.name }).first().click();
  await page.waitForURL(new RegExp(`/project/${other.id}/`));
  return id;
}

test("so is the end of a task of a project that the user has left", async ({ page, project }) => {
  await page.addInitScript(lookAway);
  await page.addInitScript(hurry);
  const work = held();
  const { id: template_id } = await makeScript(project, "Nightly", work.script);
  const id = await leaveRunningTask(page, project, template_id);
  work.release();
  await expect.poll(() => shownOn(page), { timeout: 30_000 }).toEqual([`#${id} Success · Nightly`]);
});

/** What the page does every ten seconds, it does ten times a second, and counts. */
function hurry(): void {
  const { setInterval } = window;
  Object.assign(window, {
    rounds: 0,
    setInterval: (run: () => void, milliseconds: number) => {
      const counted = () => {
        Reflect.set(window, "rounds", Reflect.get(window, "rounds") + 1);
        run();
      };
      return milliseconds === 10_000 ? setInterval(counted, 100) : setInterval(run, milliseconds);
    },
  });
}

for (const status of LONG_RUN ? [403, 404] : [404]) {
  test(`a task that is answered with ${status} is not asked for again`, async ({ page, project }) => {
    await page.addInitScript(lookAway);
    await page.addInitScript(hurry);
    const work = held();
    const { id: template_id } = await makeScript(project, "Nightly", work.script);
    const id = await leaveRunningTask(page, project, template_id);
    let refused = 0;
    await page.route(`**/api/project/${project.id}/tasks/${id}`, (route) => {
      refused++;
      return route.fulfill({ status, json: {} });
    });
    await expect.poll(() => refused).toBeGreaterThan(0);
    const rounds = () => page.evaluate(() => Reflect.get(window, "rounds") as number);
    const before = await rounds();
    await expect.poll(rounds).toBeGreaterThan(before + 5);
    expect(refused).toBe(1);
    work.release();
  });
}
