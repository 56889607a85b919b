import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureReady, root } from "./ensure.mjs";

/** Shoots every screen and the main dialogs, light and dark, 1440 and 390 wide, empty and full, into screenshots/. */
await ensureReady({ dev: true, parts: ["tools", "web"] });
const { chromium } = await import("@playwright/test");
const { startProduct, until } = await import("../bench/product.mjs");

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const WIDTHS = [1440, 390];
const folder = join(root, "screenshots");

const open = (name) => async (page) => page.getByRole("button", { name, exact: true }).first().click();

/** Below /project/<id>; `act` opens a dialog first. */
const SCREENS = [
  { name: "history", path: "/history" },
  { name: "activity", path: "/activity" },
  { name: "settings", path: "/settings" },
  { name: "templates", path: "/templates" },
  {
    name: "templates-expanded",
    path: "/templates",
    act: async (page) => page.getByRole("row").nth(1).getByRole("button").first().click(),
  },
  { name: "inventory", path: "/inventory" },
  { name: "environment", path: "/environment" },
  { name: "keys", path: "/keys" },
  { name: "key-form", path: "/keys", act: open("New key") },
  { name: "repositories", path: "/repositories" },
  { name: "schedule", path: "/schedule" },
  { name: "schedule-form", path: "/schedule", act: open("New schedule") },
  { name: "integrations", path: "/integrations" },
  { name: "team", path: "/team" },
  { name: "palette", path: "/history", act: async (page) => page.keyboard.press("Control+k") },
];

await shootAll();

async function shootAll() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { client, stop } = await startProduct();
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  try {
    const empty = (await client.post("/projects", { name: "Empty" })).id;
    const full = await fillProject(client);
    for (const scheme of ["light", "dark"]) {
      for (const width of WIDTHS) await shoot(browser, client, { scheme, width, empty, full });
    }
  } finally {
    await browser.close();
    await stop();
  }
}

/** The demo project with a task of every kind behind it, one that waits for a decision and one that failed. */
async function fillProject(client) {
  const { id: project } = await client.post("/projects", { name: "Web shop", demo: true });
  const templates = await client.get(`/project/${project}/templates`);
  const ended = async (id) =>
    until(async () => {
      const task = await client.get(`/project/${project}/tasks/${id}`);
      return (task.end || task.status === "waiting_confirmation") && task;
    });
  const tasks = {};
  for (const { id, name } of templates.filter(({ type }) => type !== "deploy")) {
    const task = await client.post(`/project/${project}/tasks`, {
      template_id: id,
      message: name === "Build" ? "Release of the week" : "",
    });
    tasks[name] = (await ended(task.id)).id;
  }
  return { project, templates, tasks };
}

async function shoot(browser, client, { scheme, width, empty, full }) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
  });
  const page = await context.newPage();
  page.on(
    "console",
    (message) => ["error", "warning"].includes(message.type()) && console.warn(`${page.url()}: ${message.text()}`),
  );
  const save = async (name, path, act) => {
    await page.goto(`${client.url}${path}`);
    await page.waitForLoadState("networkidle");
    await act?.(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
  };
  await save("login", "/auth/login");
  const [name, value] = client.cookie.split("=");
  await context.addCookies([{ name, value, url: client.url }]);
  await save("new-project", "/project/new");
  for (const screen of ["users", "runners", "notifications", "apps", "tasks"]) await save(screen, `/${screen}`);
  for (const { name: screen, path, act } of SCREENS) await save(screen, `/project/${full.project}${path}`, act);
  for (const screen of ["history", "templates", "keys", "repositories", "inventory", "environment"])
    await save(`${screen}-empty`, `/project/${empty}/${screen}`);
  for (const [task, id] of Object.entries(full.tasks))
    await save(`task-${task.toLowerCase().replace(/\W+/g, "-")}`, `/project/${full.project}/history?t=${id}`);
  for (const { id, app, name: template } of full.templates) {
    if (template.startsWith("Deploy")) continue;
    await save(`template-${app}`, `/project/${full.project}/templates/${id}`);
    await save(`template-form-${app}`, `/project/${full.project}/templates/${id}/edit`);
  }
  await context.close();
}
