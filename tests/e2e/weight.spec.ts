import type { Page } from "@playwright/test";
import { expect, makeProject, makeScript, type OwnProject, test } from "./own-project";
import { GLOBAL_LISTS, PROJECT_LISTS } from "./screen-paths";
import { LONG_RUN } from "./variants";

/** With Brotli and headers, 3 kB of it texts in English; menus, forms and dialogs are loaded at the first interaction. */
const SCRIPT_LIMIT = 173_900;
/** Lists with columns and cells of their own; the dashboard also has blocks. */
const LARGER: Record<string, number> = { integrations: 176_300, templates: 179_700, history: 180_000 };
/** The first steps of a new project are in a script of their own, and so are the tasks at work. */
const NEW_PROJECT_LIMIT = 184_200;
/** A time that passes meanwhile may widen its column. */
const SHIFT_LIMIT = 0.002;
const LIVE = /\/(active|tasks)$/;
/** The bytes of a list's page with a row or two and the texts of its own, before compression. */
const SHORT_PAGE_LIMIT = 53_000;
const LONGER: Record<string, number> = { activity: 65_000, history: 65_000 };
/** Rows of a list that takes two pages, and the bytes of its first one before compression. */
const LONG = 60;
const LONG_PAGE_LIMIT = 79_000;

for (const list of PROJECT_LISTS) {
  test(`the first visit of a list loads little JavaScript and a small page: ${list}`, async ({ page, project }) => {
    await fill(project);
    // Its dashboard also shows tasks at work, and the first steps until the first run.
    if (list === "history") await expect.poll(() => project.read("tasks/last?status=success")).toHaveLength(1);
    const scripts = await countScripts(page);
    const response = await page.goto(project.at(list), { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(scripts.count, "no script was seen").toBeGreaterThan(5);
    expect(scripts.bytes).toBeLessThan(LARGER[list] ?? SCRIPT_LIMIT);
    expect((await response?.text())?.length).toBeLessThan(LONGER[list] ?? SHORT_PAGE_LIMIT);
  });
}

test("the first visit of a new project loads its first steps beside its history", async ({ page, project }) => {
  const scripts = await countScripts(page);
  await page.goto(project.at("history"), { waitUntil: "networkidle" });
  await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
  expect(scripts.bytes).toBeLessThan(NEW_PROJECT_LIMIT);
});

test("the page of a long list contains the rows of a tall window, and the texts of no other screen", async ({
  page,
  project,
}) => {
  const { id } = await makeScript(project, "Deploy 0", "echo done");
  const template = await project.read<object>(`templates/${id}`);
  for (let n = 1; n < LONG; n++) await project.make("templates", { ...template, id: undefined, name: `Deploy ${n}` });
  const html = await (await page.request.get(project.at("templates"))).text();
  expect(html.match(/ data-row=/g)?.length).toBe(20);
  expect(html.length).toBeLessThan(LONG_PAGE_LIMIT);
  expect(html).not.toContain("A schedule starts tasks automatically");
  await page.goto(project.at("templates"));
  await expect(page.locator("[data-row]")).toHaveCount(50);
  await expect(page.getByText(`1–50 of ${LONG}`)).toBeVisible();
});

test("a page does not grow with the number of projects", async ({ page, project }) => {
  const bytes = async () => (await (await page.request.get(project.at("keys"))).text()).length;
  const before = await bytes();
  for (let n = 0; n < 5; n++) await makeProject(page, `One of many ${n} ${"x".repeat(100)}`);
  // Next's own identifiers differ by a few bytes.
  expect(Math.abs((await bytes()) - before)).toBeLessThan(100);
});

for (const width of LONG_RUN ? [1440, 390] : [1440]) {
  test(`no layout shift while a list opens, ${width} wide`, async ({ page, project }) => {
    await page.setViewportSize({ width, height: 900 });
    await fill(project);
    for (const name of ["Slow", "Slower"]) {
      const slow = await makeScript(project, name, "sleep 60");
      await project.make("tasks", { template_id: slow.id });
    }
    // The rows of all projects are as they were loaded: tasks of other tests end meanwhile.
    await page.route("**/api/tasks", (route) => route.abort());
    await page.addInitScript(sumShifts);
    await page.goto(project.at("active"));
    await expect(page.locator("[data-row]").filter({ hasText: "Running" })).toHaveCount(2);
    // First those that show how long they have been running.
    const others = [...PROJECT_LISTS.map(project.at), ...GLOBAL_LISTS].filter((path) => !LIVE.test(path));
    for (const path of [project.at("active"), "/tasks", ...others]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { shift, moved } = await page.evaluate(() => {
        const { shift, moved } = window as unknown as Shifts;
        return { shift, moved };
      });
      expect(shift, `${path} moves: ${moved.join(", ")}`).toBeLessThan(SHIFT_LIMIT);
    }
  });
}

test("a font that arrives late changes no text of the page", async ({ page, project }) => {
  let release = () => {};
  const measured = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = 0;
  await page.route("**/*.woff2", async (route) => {
    await measured;
    await route.continue();
    arrived++;
  });
  await page.goto(project.at("templates"), { waitUntil: "commit" });
  const heading = page.getByRole("heading", { level: 1 });
  const width = () =>
    heading.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().width;
    });
  const before = await width();
  release();
  await expect.poll(() => arrived).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  expect(await width()).toBe(before);
});

/** Adds rows to most of the lists. */
async function fill(project: OwnProject): Promise<void> {
  const template = await makeScript(project, "Deploy", "echo done");
  await project.make("tasks", { template_id: template.id });
  await project.make("schedules", {
    name: "Nightly",
    template_id: template.id,
    cron_format: "0 3 * * *",
    active: true,
  });
  const [key] = await project.read<{ id: number }[]>("keys");
  await project.make("inventory", { name: "Hosts", type: "static", inventory: "web1", ssh_key_id: key?.id });
}

/** Counts scripts from now on, and their transferred bytes. */
async function countScripts(page: Page): Promise<{ count: number; bytes: number }> {
  const total = { count: 0, bytes: 0 };
  const scripts = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    total.count += 1;
    total.bytes += encodedDataLength;
  });
  return total;
}

/** The sum of a page's layout shifts, and the beginnings of the elements that moved. */
interface Shifts {
  shift: number;
  moved: string[];
}

/** Runs in the page before its own scripts: sums layout shifts like Lighthouse. */
function sumShifts(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] };
  const counted: Shifts = Object.assign(window, { shift: 0, moved: [] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      counted.shift += entry.value;
      counted.moved.push(
        ...entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "?").slice(0, 200)),
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
}
