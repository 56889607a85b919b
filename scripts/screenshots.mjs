import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureReady, root } from "./ensure.mjs";

/** Shoots every screen and dialog, light and dark, 1440 and 390 wide, empty, typical and overfull, into screenshots/. */
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
  { name: "template-menu", path: "/templates", act: open("New template") },
  { name: "inventory", path: "/inventory" },
  { name: "inventory-menu", path: "/inventory", act: open("New inventory") },
  { name: "environment", path: "/environment" },
  { name: "environment-form", path: "/environment", act: open("New environment") },
  { name: "keys", path: "/keys" },
  { name: "key-form", path: "/keys", act: open("New key") },
  { name: "key-delete", path: "/keys", act: async (page) => deleteFirst(page) },
  { name: "repositories", path: "/repositories" },
  { name: "repository-form", path: "/repositories", act: open("New repository") },
  { name: "schedule", path: "/schedule" },
  { name: "schedule-form", path: "/schedule", act: open("New schedule") },
  { name: "integrations", path: "/integrations" },
  { name: "integration-form", path: "/integrations", act: open("New Integration") },
  { name: "team", path: "/team" },
  { name: "member-form", path: "/team", act: open("New Team Member") },
  { name: "palette", path: "/history", act: async (page) => page.keyboard.press("Control+k") },
];

const GLOBAL = [
  { name: "users", path: "/users" },
  { name: "user-form", path: "/users", act: open("New User") },
  { name: "runners", path: "/runners" },
  { name: "runner-form", path: "/runners", act: open("New Runner") },
  { name: "apps", path: "/apps" },
  { name: "app-form", path: "/apps", act: open("New App") },
  { name: "tasks", path: "/tasks" },
  { name: "notifications", path: "/notifications" },
  { name: "new-project", path: "/project/new" },
  { name: "restore-project", path: "/project/restore" },
  { name: "api-reference", path: "/api/docs" },
];
const LISTS = ["history", "activity", "templates", "schedule", "keys", "repositories", "inventory", "environment"];

async function deleteFirst(page) {
  await page.getByRole("row").nth(1).hover();
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
}

await shootAll();

async function shootAll() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { client, stop } = await startProduct();
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  try {
    const empty = (await client.post("/projects", { name: "Empty" })).id;
    const full = await fillProject(client);
    const overfull = await overfillProject(client);
    for (const scheme of ["light", "dark"]) {
      for (const width of WIDTHS) await shoot(browser, client, { scheme, width, empty, full, overfull });
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

/** Long names, and more of everything than fits. */
async function overfillProject(client) {
  const name = (n) =>
    `Roll out the quarterly security baseline to every machine of region ${n} except the ones under repair`;
  const { id: project } = await client.post("/projects", { name: "International department of infrastructure" });
  const [key] = await client.get(`/project/${project}/keys`);
  const [environment] = await client.get(`/project/${project}/environment`);
  for (let n = 1; n <= 60; n++) {
    const inventory = `host-with-a-long-name-${n}.region-${n}.example.com`;
    await client.post(`/project/${project}/keys`, { name: name(n), type: "none" });
    await client.post(`/project/${project}/environment`, { name: name(n), json: "{}" });
    await client.post(`/project/${project}/inventory`, {
      name: name(n),
      type: "static",
      inventory,
      ssh_key_id: key.id,
    });
    const git_url = `https://git.example.com/platform/infrastructure/region-${n}/security-baseline.git`;
    const repository = { name: name(n), git_url, git_branch: "main", ssh_key_id: key.id };
    const { id: repository_id } = await client.post(`/project/${project}/repositories`, repository);
    const playbook = `playbooks/regions/region-${n}/security/baseline.sh`;
    const template = { name: name(n), app: "bash", playbook, repository_id, environment_id: environment.id };
    const { id: template_id } = await client.post(`/project/${project}/templates`, template);
    await client.post(`/project/${project}/schedules`, { template_id, name: name(n), cron_format: "0 4 * * *" });
  }
  return project;
}

async function shoot(browser, client, { scheme, width, empty, full, overfull }) {
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
  for (const { name: screen, path, act } of GLOBAL) await save(screen, path, act);
  for (const { name: screen, path, act } of SCREENS) await save(screen, `/project/${full.project}${path}`, act);
  for (const screen of [...LISTS, "integrations"]) await save(`${screen}-empty`, `/project/${empty}/${screen}`);
  for (const screen of LISTS) await save(`${screen}-overfull`, `/project/${overfull}/${screen}`);
  for (const [task, id] of Object.entries(full.tasks))
    await save(`task-${task.toLowerCase().replace(/\W+/g, "-")}`, `/project/${full.project}/history?t=${id}`);
  for (const { id, app, name: template } of full.templates) {
    if (template.startsWith("Deploy")) continue;
    await save(`template-${app}`, `/project/${full.project}/templates/${id}`);
    await save(`template-form-${app}`, `/project/${full.project}/templates/${id}/edit`);
    const run = template === "Build" ? "Build" : "Run";
    await save(`new-task-${app}`, `/project/${full.project}/templates/${id}`, open(run));
  }
  await context.close();
}
