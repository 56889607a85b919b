import {
  box,
  confirmDelete,
  dialogOf,
  expect,
  flip,
  pressInRow,
  rowOf,
  save,
  test,
  toast,
  visit,
} from "../own-project";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a new runner's token is shown once, with commands to copy, and only OK closes it", async ({ page, project }) => {
  const name = `Far ${project.id}`;
  await visit(page, "/runners");
  await page.getByRole("button", { name: "New Runner" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await box(form, "Name").fill(name);
  await form.getByRole("button", { name: "Create" }).click();

  const dialog = page.getByRole("dialog", { name: "New runner token" });
  const token = await dialog.getByRole("code").first().innerText();
  await expect(dialog.getByRole("code").nth(1)).toContainText(token);
  await expect(dialog.getByRole("code").nth(2)).toContainText(token);
  await expect(dialog.getByRole("code").nth(2)).toContainText("docker run");
  await expect(dialog.getByRole("button")).toHaveText(["", "", "", "OK"]);
  await dialog.getByRole("button", { name: "Copy" }).nth(1).click();
  await expect(toast(page, "The command has been copied to the clipboard.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(token);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await visit(page, page.url());
  await expect(rowOf(page, name)).toBeVisible();
  expect(await page.content()).not.toContain(token);
});

test("a runner is disabled, edited and deleted", async ({ page, project }) => {
  const name = `Spare ${project.id}`;
  await page.request.post("/api/runners", { data: { name, webhook: "", max_parallel_tasks: 0, active: true } });
  await visit(page, "/runners");
  await rowOf(page, name).getByText("∞").hover();
  await expect(page.getByRole("tooltip")).toContainText("four tasks for each core");
  await flip(page, `Active: ${name}`);
  await visit(page, page.url());
  await expect(page.getByRole("switch", { name: `Active: ${name}` })).not.toBeChecked();

  await pressInRow(rowOf(page, name), "Edit");
  const form = dialogOf(page);
  await expect(form.getByRole("checkbox", { name: "Enabled" })).not.toBeChecked();
  await form.getByLabel("Max number of parallel tasks").fill("7");
  await box(form, "Webhook").fill("https://example.com/scale");
  await save(form);
  await expect(rowOf(page, name)).toContainText("7");
  await expect(rowOf(page, name)).toContainText("https://example.com/scale");

  await pressInRow(rowOf(page, name), "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Do you really want to delete this runner?");
  await confirmDelete(page);
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("a runner with tags takes tagged tasks of selected projects, and is drained and resumed", async ({
  page,
  project,
}) => {
  const name = `Fenced ${project.id}`;
  await visit(page, "/runners");
  await page.getByRole("button", { name: "New Runner" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill(name);
  await expect(form.getByRole("checkbox", { name: "Tagged tasks only" })).toHaveCount(0);
  await form.getByLabel("Tags").fill("dmz");
  await form.getByLabel("Tags").press("Enter");
  await expect(form.getByRole("checkbox", { name: "Tagged tasks only" })).toBeChecked();
  await form.getByRole("checkbox", { name: "All projects" }).uncheck();
  await form.getByRole("checkbox", { name: project.name, exact: true }).check();
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByRole("dialog", { name: "New runner token" }).getByRole("button", { name: "OK" }).click();
  await expect(rowOf(page, name)).toContainText("dmz");
  await expect(rowOf(page, name)).toContainText("Tagged tasks only");
  await expect(rowOf(page, name)).toContainText("1 project");

  await pressInRow(rowOf(page, name), "Drain: finish running tasks and take no new ones until restarted");
  await pressInRow(rowOf(page, name), "Resume");
  await visit(page, "/events");
  await expect(page.getByText(`Runner ${name} draining`)).toBeVisible();
  await expect(page.getByText(`Runner ${name} resumed`)).toBeVisible();
});

test("the built-in runner is online and shows its tools", async ({ page, project: _project }) => {
  await visit(page, "/runners");
  const row = rowOf(page, "built-in");
  await expect(row).toContainText("Online");
  await expect(row).toContainText("git");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const tools = row.getByText(/\bgit\b/);
    await expect(tools).toBeVisible();
    const cut = await tools.evaluate((node) => {
      const { right } = node.getBoundingClientRect();
      return node.scrollWidth > node.clientWidth + 1 || right > document.documentElement.clientWidth;
    });
    expect(cut, `cut at ${width}`).toBe(false);
  }
});
