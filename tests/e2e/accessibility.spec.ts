import type { APIRequestContext, Page } from "@playwright/test";
import { COLOUR_RULES, violations } from "./axe";
import { post, type Team, team } from "./people";
import { expect, signedIn, test } from "./product";
import { LONG_RUN } from "./variants";

type Screen = { name: string; path: string; open?: (page: Page) => Promise<void> };

const press = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).first().click();
  await expect(page.getByRole("dialog").or(page.getByRole("menu")).first()).toBeVisible();
};

async function openPalette(page: Page): Promise<void> {
  await expect(page.locator("[data-live=live]")).toBeAttached();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
}

let full: Team;
let empty: Team;
let task = 0;
let templates: { id: number; name: string; app: string }[] = [];

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  full = await team(request, "Accessible", { demo: true });
  empty = await team(request, "Accessible and empty");
  templates = await (await request.get(`/api/project/${full.project}/templates`)).json();
  task = await finished(request, templates.find(({ name }) => name === "Build")?.id ?? 0);
  await request.dispose();
});

async function finished(request: APIRequestContext, template: number): Promise<number> {
  const { id } = await post(request, `/project/${full.project}/tasks`, { template_id: template });
  await expect
    .poll(async () => (await (await request.get(`/api/project/${full.project}/tasks/${id}`)).json()).end, {
      timeout: 60_000,
    })
    .not.toBeNull();
  return id;
}

function screens(): Screen[] {
  const inProject = (name: string, open?: Screen["open"]): Screen => ({
    name: open ? `${name}, dialog` : name,
    path: `/project/${full.project}/${name}`,
    open,
  });
  return [
    ...["history", "activity", "statistics", "settings", "templates", "schedule", "inventory"].map((name) =>
      inProject(name),
    ),
    ...["environment", "keys", "repositories", "states", "integrations", "team"].map((name) => inProject(name)),
    ...["history", "activity", "templates", "schedule", "inventory", "environment", "repositories", "integrations"].map(
      (name) => ({ name: `${name}, empty`, path: `/project/${empty.project}/${name}` }),
    ),
    ...["/users", "/runners", "/apps", "/tasks", "/events", "/project/new", "/project/restore"].map((path) => ({
      name: path,
      path,
    })),
    inProject("keys", press("New key")),
    inProject("repositories", press("New repository")),
    inProject("environment", press("New environment")),
    inProject("states", press("New state")),
    inProject("schedule", press("New schedule")),
    inProject("integrations", press("New Integration")),
    inProject("inventory", press("New inventory")),
    inProject("team", press("New team member")),
    inProject("templates", press("New template")),
    { name: "users, dialog", path: "/users", open: press("New user") },
    { name: "runners, dialog", path: "/runners", open: press("New Runner") },
    { name: "apps, dialog", path: "/apps", open: press("New App") },
    { name: "palette", path: "/tasks", open: openPalette },
    { name: "log", path: `/project/${full.project}/tasks/${task}` },
    { name: "log, dialog", path: `/project/${full.project}/history?t=${task}` },
    ...templates
      .filter(({ app }, place) => LONG_RUN || templates.findIndex((other) => other.app === app) === place)
      .flatMap(({ id, app }) => [
        { name: `template ${app}`, path: `/project/${full.project}/templates/${id}` },
        { name: `template form ${app}`, path: `/project/${full.project}/templates/${id}/edit` },
        { name: `new task ${app}`, path: `/project/${full.project}/templates/${id}`, open: startWithOptions },
      ]),
  ];
}

/** By the second button, unless Run asks for options itself. */
async function startWithOptions(page: Page): Promise<void> {
  const run = page.locator("[data-run=page]").first();
  await expect(run).toBeVisible();
  const options = page.getByRole("button", { name: "Start with options" });
  await ((await options.count()) > 0 ? options : run).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

type Theme = "light" | "dark";

/** Of the open screen; a menu or dialog stays open while the colours change. */
async function violationsIn(page: Page, colorScheme: Theme, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toContainClass(colorScheme);
  return (await violations(page, rules)).map((violation) => `${colorScheme}: ${violation}`);
}

test("axe finds no violation on any screen, in turn light and dark, or in both", async ({ page }) => {
  test.setTimeout(300_000);
  page.setDefaultTimeout(15_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A fault in the frame appears on every screen, so it is only reported with the first one.
  const found = new Map<string, string>();
  let theme: Theme = "light";
  const inspect = async (screen: string) => {
    const all = await violationsIn(page, theme);
    theme = theme === "light" ? "dark" : "light";
    if (LONG_RUN) all.push(...(await violationsIn(page, theme, COLOUR_RULES)));
    for (const violation of all) if (!found.has(violation)) found.set(violation, screen);
  };
  await page.goto("/auth/login");
  await inspect("sign-in");
  await signedIn(page);
  for (const { name, path, open } of screens()) {
    await page.goto(path);
    await expect(page.locator("h1, [role=dialog]").first(), name).toBeVisible();
    await open?.(page);
    await inspect(name);
  }
  expect([...found].map(([violation, screen]) => `${screen}: ${violation}`)).toEqual([]);
});
