import type { Page } from "@playwright/test";
import { LANGUAGES } from "@/lib/i18n/locale";
import { findTool } from "../../support/tools";
import { violations } from "../axe";
import {
  box,
  dialogOf,
  expect,
  makeScript,
  makeTemplateOf,
  type OwnProject,
  pressInRow,
  rowOf,
  test,
  visit,
} from "../own-project";
import { plannedTask } from "../task/plans";
import { changeTemplate } from "../task/work";
import { LONG_RUN } from "../variants";

const LONG = "Deploy the customer portal with its database and its search index to region eu-central";

async function makeLong(project: OwnProject): Promise<void> {
  for (const end of ["1a", "2b"]) {
    const { id: template_id } = await makeScript(project, `${LONG}-${end}`, "echo done\n");
    await project.make("tasks", { template_id, message: `${LONG} because of ${end}` });
  }
}

/** With a version, an inventory and a question: as many columns as a list has. */
async function makeBuild(project: OwnProject): Promise<void> {
  const [key] = await project.read<{ id: number }[]>("keys");
  const inventory = { name: "The hosts of the shop", type: "static", inventory: "web1", ssh_key_id: key?.id };
  const { id: inventory_id } = await project.make("inventory", inventory);
  const { id } = await makeScript(project, "Script", "echo done\n");
  const script = await project.read<object>(`templates/${id}`);
  const survey_vars = [{ name: "region", title: "Region", required: true }];
  const build = {
    ...script,
    id: undefined,
    name: "Package",
    type: "build",
    start_version: "1.0.0",
    inventory_id,
  };
  const { id: template_id } = await project.make("templates", { ...build, survey_vars });
  await project.make("tasks", { template_id, environment: '{"region":"north"}' });
}

const name = (page: Page, end: string) => rowOf(page, `${LONG}-${end}`).locator("[data-name]").first();

const WIDTHS = [1280, 1440];
/** The longest words, and other scripts. */
const LOCALES = LONG_RUN ? Object.keys(LANGUAGES) : ["de", "ja", "ru"];

/** By how much the table is wider than its box, and the texts that reach into another column. */
const tooWide = (page: Page) =>
  page.getByRole("table").evaluate((table) => {
    const { scrollWidth, clientWidth } = table.parentElement ?? table;
    const cells = [...table.querySelectorAll("tbody td")].filter((cell) => cell.checkVisibility());
    const covered = cells.filter((cell) => {
      const { right } = cell.getBoundingClientRect();
      const shown = [...cell.querySelectorAll(":is(span, a, time, button):not([aria-hidden])")];
      return shown.some((part) => part.getBoundingClientRect().right > right + 1);
    });
    return { by: scrollWidth - clientWidth, covered: covered.map(({ textContent }) => textContent) };
  });

for (const width of WIDTHS) {
  test(`the template list fits a window of ${width} without scrolling sideways`, async ({ page, project }) => {
    await makeLong(project);
    await makeBuild(project);
    await page.setViewportSize({ width, height: 900 });
    await visit(page, project.at("templates"));
    await expect(rowOf(page, `${LONG}-2b`)).toContainText("Success");
    expect(await tooWide(page)).toEqual({ by: 0, covered: [] });
    expect(await name(page, "1a").evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(120);
    const inventory = await rowOf(page, "Package").getByText("The hosts of the shop").boundingBox();
    const edges = await page.locator("[data-run=row]").evaluateAll((buttons) => {
      return buttons.map((button) => button.getBoundingClientRect()).map(({ left, right }) => ({ left, right }));
    });
    expect(new Set(edges.map(({ right }) => right)).size).toBe(1);
    for (const { left } of edges) expect((inventory?.x ?? 0) + (inventory?.width ?? 0)).toBeLessThan(left);
  });
}

test("it and the history fit in every language, with the longest status and duration", async ({
  page,
  project,
  baseURL,
}) => {
  test.skip(!findTool("terraform"), "terraform is not installed");
  test.setTimeout(180_000);
  await makeLong(project);
  await makeBuild(project);
  const planned = await plannedTask(project, `${LONG}-3c`, { add: 1, destroy: 0 });
  // It has been waiting for long, as the browser sees it.
  await page.clock.setFixedTime(Date.now() + 11.5 * 3_600_000);
  for (const locale of LOCALES) {
    await page.context().addCookies([{ name: "lang", value: locale, url: baseURL ?? "" }]);
    await visit(page, project.at("templates"));
    const task = page.getByRole("link", { name: `#${planned}`, exact: true });
    await expect(task).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page), `${locale} ${width}`).toEqual({ by: 0, covered: [] });
      await expect(task.locator("..").locator("time")).toBeInViewport({ ratio: 1 });
    }
    await visit(page, project.at("history"));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect((await tooWide(page)).by, `history ${locale} ${width}`).toBe(0);
    }
  }
});

test("a long duration is in the tooltip of its task where the list is narrow", async ({ page, project }) => {
  await makeLong(project);
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, project.at("templates"));
  const task = rowOf(page, `${LONG}-2b`).getByRole("link", { name: /^#\d+$/ });
  await task.hover();
  await expect(page.getByRole("tooltip")).toContainText(/\d+s$/);
});

test("a cut name keeps its end, and shows whole under the pointer and with the focus", async ({ page, project }) => {
  await makeLong(project);
  await visit(page, project.at("templates"));
  const cut = name(page, "2b").locator(".name-cut");
  await expect(cut).toHaveAttribute("data-tail", /entral-2b$/);
  await page.mouse.move(5, 5);
  await name(page, "2b").hover();
  const tooltip = page.getByRole("tooltip");
  await expect(tooltip).toHaveText(`${LONG}-2b`);
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  await page.getByRole("link", { name: `${LONG}-1a` }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(tooltip).toHaveText(`${LONG}-1a`);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
});

test("a name under the very first movement of the pointer shows whole", async ({ page, project }) => {
  await makeLong(project);
  await visit(page, project.at("templates"));
  await name(page, "2b").hover();
  await expect(page.getByRole("tooltip")).toHaveText(`${LONG}-2b`);
});

test("a short name has no tooltip", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at("templates"));
  await page.mouse.move(5, 5);
  await rowOf(page, "Backup").locator("[data-name]").first().hover();
  await page.waitForTimeout(600);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test("one long word makes neither a form wider than a phone, nor a dialog, nor an option", async ({
  page,
  project,
}) => {
  const word = "x".repeat(200);
  const [key] = await project.read<{ id: number }[]>("keys");
  const repository = { name: word, git_url: "/nowhere", git_branch: "", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const { id } = await makeTemplateOf(project, "Report", repository_id);
  await changeTemplate(page.request, project, id, {
    arguments: JSON.stringify([word]),
    survey_vars: [{ name: "who", title: word, description: word, type: "", required: true }],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const sideways = (selector: string) =>
    page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await visit(page, project.at(`templates/${id}/edit`));
  await expect(page.getByRole("button", { name: `Edit ${word}` })).toBeVisible();
  expect(await sideways("html")).toBe(0);
  expect((await page.getByRole("button", { name: `Remove ${word}` }).boundingBox())?.x).toBeLessThan(390);
  await page.getByRole("combobox", { name: "Repository", exact: true }).click();
  const option = await page.getByRole("option", { name: word }).boundingBox();
  const text = await page.getByRole("option").getByText(word).boundingBox();
  const room = 32;
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual((option?.x ?? 0) + (option?.width ?? 0) - room + 1);
  await page.keyboard.press("Escape");

  await visit(page, project.at("templates"));
  await pressInRow(rowOf(page, "Report"), "Run");
  await expect(box(dialogOf(page), "Message")).toBeVisible();
  expect(await sideways("[data-slot=dialog-body]")).toBe(0);
});
