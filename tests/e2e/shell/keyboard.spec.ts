import { box, dialogOf, expect, makeProject, makeScript, test, visit } from "../own-project";

test("the palette opens a screen, a template and a project", async ({ page, project }) => {
  await makeScript(project, "Restart cache", "echo\n");
  const other = await makeProject(page, "Another palette project");
  await visit(page, project.at("keys"));
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a screen, project or template").fill(text);
  };
  await open("invent");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${project.at("inventory")}`);
  await open("restart cache");
  await page.locator("[data-value^='template ']").filter({ hasText: "Restart cache" }).click();
  await page.waitForURL(/\/templates\/\d+$/);
  await open("no such thing");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await open(other.name);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${other.at("history")}`);
});

test("the palette finds things of all projects by name, number and with a typo, and remembers them", async ({
  page,
  project,
}) => {
  const other = await makeProject(page, `Remote ${project.name}`);
  // Of this try alone: the palette sees what others have left in their projects.
  const code = project.name.split(" ").at(-1) ?? "";
  const { id: template_id } = await makeScript(other, `Deploy the harbour ${code}`, "echo done\n");
  const { id: task } = await other.make("tasks", { template_id });
  await visit(page, project.at("keys"));
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a screen, project or template").fill(text);
  };
  await open(`habrour ${code}`);
  const found = page.getByRole("option", { name: `Deploy the harbour ${code}` });
  await expect(found.first()).toContainText(other.name);
  await expect(found.filter({ hasText: "Templates" })).toBeVisible();
  await expect(found.filter({ hasText: "Repositories" })).toBeVisible();
  await page.keyboard.press("Escape");
  await open(`#${task}`);
  await page.getByRole("option", { name: `Deploy the harbour ${code} #${task}` }).click();
  await page.waitForURL(`**${other.at(`tasks/${task}`)}`);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toContainText(`#${task}`);
  await page.getByPlaceholder("Go to a screen, project or template").fill("all projects");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/overview");
  await open("deutsch");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("shortcuts open screens, list themselves and collapse the menu, but not while typing", async ({
  page,
  project,
}) => {
  await visit(page, project.at("history"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.waitForURL(`**${project.at("keys")}`);
  await page.keyboard.press("?");
  await expect(dialogOf(page)).toContainText("Keyboard shortcuts");
  await expect(dialogOf(page)).toContainText("⇧FFull screen");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the menu" })).toBeVisible();
  await visit(page, page.url());
  await page.getByRole("button", { name: "Expand the menu" }).click();

  await box(page, "Search").pressSequentially("g[?r");
  await expect(box(page, "Search")).toHaveValue("g[?r");
  await expect(page).toHaveURL(new RegExp(project.at("keys")));
});

test("shortcuts work on a keyboard without Latin letters", async ({ page, project }) => {
  await visit(page, project.at("history"));
  await page.locator("body").dispatchEvent("keydown", { key: "л", code: "KeyK", ctrlKey: true });
  await expect(page.getByPlaceholder("Go to a screen, project or template")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByPlaceholder("Go to a screen, project or template")).toBeHidden();
  await page.locator("body").dispatchEvent("keydown", { key: "х", code: "BracketLeft" });
  await expect(page.getByRole("button", { name: "Expand the menu" })).toBeVisible();
});

test("the shortcuts of a log are listed over it, and closing them leaves it open", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  const { id } = await project.make("tasks", { template_id });
  await visit(page, project.at(`history?t=${id}`));
  await expect(page.getByRole("log")).toBeVisible();
  await page.getByRole("log").focus();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const text of ["Next error", "Previous error", "Go to line", "Fold or unfold all"])
    await expect(list).toContainText(text);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(page.getByRole("log")).toBeVisible();
});

test("keys search a list, walk through its rows, open one and run another", async ({ page, project }) => {
  for (const name of ["Alpha", "Beta", "Gamma"]) await makeScript(project, name, "echo\n");
  await visit(page, project.at("templates"));
  const focused = page.locator("[data-row-title]:focus");
  for (const [key, name] of [
    ["j", "Alpha"],
    ["j", "Beta"],
    ["j", "Gamma"],
    ["j", "Gamma"],
    ["k", "Beta"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toContainText(name);
  }
  await page.keyboard.press("r");
  await expect(dialogOf(page).getByRole("heading")).toContainText("Beta");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("/");
  await expect(box(page, "Search")).toBeFocused();
  await page.keyboard.type("gamma/j");
  await expect(box(page, "Search")).toHaveValue("gamma/j");
  await box(page, "Search").fill("gamma");
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await box(page, "Search").blur();
  await page.keyboard.press("j");
  await expect(focused).toContainText("Gamma");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/templates\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gamma");
  await page.keyboard.press("?");
  await expect(dialogOf(page)).toContainText("Search the list");
});

test("the search box keeps the focus that it got just before a closing dialog gives back its own", async ({
  page,
  project,
}) => {
  await makeScript(project, "Alpha", "echo\n");
  await visit(page, project.at("templates"));
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(dialogOf(page)).toBeVisible();
  await page.evaluate(() => {
    const search = document.querySelector<HTMLElement>("search input");
    new MutationObserver(() => document.querySelector("[role=dialog]") ?? search?.focus()).observe(document.body, {
      childList: true,
    });
  });
  await page.keyboard.press("Escape");
  await expect(box(page, "Search")).toBeFocused();
  await page.keyboard.type("a");
  await expect(box(page, "Search")).toHaveValue("a");
});

test("keys walk through the rows of a list below the addresses of webhooks", async ({ page, project }) => {
  await project.make("integrations", { name: "Pushes", auth_method: "" });
  await visit(page, project.at("integrations"));
  await page.keyboard.press("j");
  await expect(page.locator("[data-row-title]:focus")).toHaveText("Pushes");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/integration\/\d+$/);
});

test("a search does not hold back what is opened right after it, and is kept for the way back", async ({
  page,
  project,
}) => {
  for (const name of ["Alpha", "Beta"]) await makeScript(project, name, "echo\n");
  await page.clock.install();
  await visit(page, project.at("templates"));
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/templates\/\d+\?/, (route) => arrived.then(() => route.continue()));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await box(page, "Search").pressSequentially("beta");
  await page.getByRole("link", { name: "Beta" }).click();
  // Longer than the search waits for the rest of its text, and all of it before the page arrives.
  await page.clock.runFor(1000);
  arrive();
  await page.clock.resume();
  await page.waitForURL(/\/templates\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?q=beta$/);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expect(box(page, "Search")).toHaveValue("beta");
});

test("r runs the page's template", async ({ page, project }) => {
  const { id } = await makeScript(project, "By key", "echo\n");
  await visit(page, project.at(`templates/${id}`));
  await expect(page.getByRole("button", { name: "Run", exact: true }).first()).toBeVisible();
  await page.keyboard.press("r");
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialogOf(page)).toContainText("By key");
});

test("a dialog traps the focus, and returns it", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  const button = page.getByRole("button", { name: "New key" });
  await button.click();
  // Its code is loaded at the first key press; an earlier Tab would move the focus on the page.
  await expect(box(dialogOf(page), "Name")).toBeFocused();
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press("Tab");
    await expect(dialogOf(page).locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a dialog opened from a menu focuses its first field, and returns the focus", async ({ page, project }) => {
  await visit(page, project.at("inventory"));
  const menu = page.getByRole("button", { name: "New inventory" }).first();
  await menu.click();
  await page.getByRole("menuitem", { name: "Ansible Inventory" }).click();
  await expect(box(dialogOf(page), "Name")).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.type("Machines");
  await expect(box(dialogOf(page), "Name")).toHaveValue("Machines");
  await box(dialogOf(page), "Name").clear();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

test("a form on its own page focuses its first field", async ({ page, project }) => {
  await visit(page, "/project/new");
  await expect(box(page, "Project name")).toBeFocused();
  await visit(page, project.at("templates/new/edit?app=bash"));
  await expect(box(page, "Name")).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("a dialog opened from the drawer keeps the focus when the drawer closes", async ({ page, project }) => {
    await visit(page, project.at("history"));
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    await page.getByRole("button", { name: "Account menu" }).tap();
    await page.getByRole("menuitem", { name: "Edit account" }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(box(dialogOf(page), "Name")).toBeFocused();
  });

  test("a question mark shows its help when it is touched", async ({ page, project }) => {
    await visit(page, project.at("repositories"));
    await page.getByRole("button", { name: "New repository" }).first().tap();
    await dialogOf(page).getByRole("button", { name: "More information" }).tap();
    await expect(page.getByRole("tooltip")).toContainText("Used to fetch the repository");
  });

  test("a row's details push the next row down", async ({ page, project }) => {
    for (const name of ["First", "Second"]) await makeScript(project, name, "echo\n");
    const [first] = await project.read<{ id: number }[]>("templates");
    for (let run = 0; run < 3; run++) await project.make("tasks", { template_id: first?.id });
    await visit(page, project.at("templates"));
    await page.getByRole("row").filter({ hasText: "First" }).getByRole("button", { name: "Show details" }).tap();
    const tasks = page.getByRole("list", { name: "Last tasks" });
    await expect(tasks.getByRole("listitem")).toHaveCount(3);
    const next = await page.getByRole("row").filter({ hasText: "Second" }).boundingBox();
    const list = await tasks.boundingBox();
    expect(next?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
  });
});
