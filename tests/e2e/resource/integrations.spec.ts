import type { Request } from "@playwright/test";
import {
  box,
  confirmDelete,
  dialogOf,
  expect,
  makeScript,
  pick,
  pressInRow,
  rowOf,
  save,
  test,
  toast,
  visit,
} from "../own-project";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("an integration is created, requires what its method needs, and is deleted", async ({ page, project }) => {
  await project.make("keys", { name: "Shared", type: "login_password", login_password: { password: "hush" } });
  await makeScript(project, "Greet", "echo greeted by a webhook\n");
  await visit(page, project.at("integrations"));
  await page.getByRole("button", { name: "New Integration" }).first().click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await box(form, "Name").fill("Pushes");
  await expect(form.getByRole("combobox", { name: "Auth method" })).toHaveText("None");
  await expect(form.getByText("Anyone with this URL can start tasks.")).toBeVisible();
  await pick(form, "Task template", "Greet");
  for (const [method, header, secret] of [
    ["GitHub Webhooks", 0, 1],
    ["HMAC", 1, 1],
    ["Token", 1, 1],
  ] as const) {
    await pick(form, "Auth method", method);
    await expect(box(form, "Auth header")).toHaveCount(header);
    await expect(form.getByRole("combobox", { name: "Secret key" })).toHaveCount(secret);
  }
  await box(form, "Auth header").fill("X-Token");
  await pick(form, "Secret key", "Shared");
  await save(form, "Create");
  const row = rowOf(page, "Pushes");
  await expect(row.getByRole("link", { name: "Greet" })).toHaveAttribute("href", /\/templates\/\d+$/);
  expect(await project.read("integrations")).toMatchObject([{ auth_method: "token", auth_header: "X-Token" }]);

  await pressInRow(row, "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Are you sure you want to delete this integration?");
  await confirmDelete(page);
  await expect(row).toHaveCount(0);
});

test("aliases are loaded, added, copied and deleted", async ({ page, project }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/integrations/aliases", async (route) => {
    await held;
    await route.fallback();
  });
  await visit(page, project.at("integrations"));
  await expect(page.getByRole("button", { name: "Load Alias" })).toBeDisabled();
  release();
  const block = page.getByRole("region", { name: "Aliases" });
  await block.getByRole("button", { name: "Add Alias" }).click();
  const url = await block.getByRole("code").innerText();
  expect(url).toContain("/api/integrations/");
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(toast(page, "The alias URL has been copied to the clipboard.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await block.getByRole("button", { name: "Delete alias" }).click();
  await confirmDelete(page);
  await expect(block.getByRole("code")).toHaveCount(0);
});

test("aliases that could not be loaded say why, and are loaded again on demand", async ({ page, project }) => {
  const { id } = await project.make("integrations", { name: "Parts", auth_method: "" });
  const addresses = `**/integrations/${id}/aliases`;
  await page.route(addresses, (route) => route.fulfill({ status: 503, json: { error: "The database is busy." } }));
  await visit(page, project.at(`integration/${id}`));
  const block = page.getByRole("region", { name: "Aliases" });
  await expect(block.getByRole("alert")).toHaveText("The database is busy.");
  await page.unroute(addresses);
  await block.getByRole("button", { name: "Load Alias" }).click();
  await expect(block.getByRole("button", { name: "Add Alias" })).toBeEnabled();
  await expect(block.getByRole("alert")).toHaveCount(0);
});

test("values and matchers are created, edited and deleted", async ({ page, project }) => {
  const { id } = await project.make("integrations", { name: "Parts", auth_method: "" });
  await visit(page, project.at(`integration/${id}`));
  const form = dialogOf(page);

  await page.getByRole("button", { name: "New extracted value" }).click();
  await form.getByRole("button", { name: "Create" }).click();
  for (const text of ["Name is required", "Key is required", "Variable is required"]) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await box(form, "Name").fill("Branch");
  await box(form, "Key").fill("ref");
  await box(form, "Environment variable").fill("branch");
  await save(form, "Create");
  await expect(rowOf(page, "Branch")).toContainText("JSON");

  await page.getByRole("button", { name: "New matcher" }).click();
  await box(form, "Name").fill("Push only");
  await pick(form, "Match on", "Header");
  await expect(form.getByRole("combobox", { name: "Body data format" })).toHaveCount(0);
  await box(form, "Key").fill("X-GitHub-Event");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Value is required")).toBeVisible();
  await box(form, "Value").fill("push");
  await save(form, "Create");
  await expect(rowOf(page, "Push only")).toContainText("N/A");

  await pressInRow(rowOf(page, "Push only"), "Edit");
  await pick(form, "Comparison method", "Contains");
  await save(form);
  await expect(rowOf(page, "Push only")).toContainText("Contains");

  await pressInRow(rowOf(page, "Push only"), "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("delete this Integration Matcher?");
  await confirmDelete(page);
  await pressInRow(rowOf(page, "Branch"), "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("delete this Integration ExtractValue?");
  await confirmDelete(page);
  await expect(rowOf(page, "Branch")).toHaveCount(0);
});

test("a webhook starts a task, and its delivery is dry-run and replayed", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Greet", "echo greeted by a webhook\n");
  const { id } = await project.make("integrations", { name: "Hook", template_id, auth_method: "" });
  const matcher = { name: "Of main", match_type: "body", body_data_type: "json", key: "ref", method: "equals" };
  await project.make(`integrations/${id}/matchers`, { ...matcher, value: "main", integration_id: id });
  await project.make("integrations/aliases", {});

  await visit(page, project.at(`integration/${id}`));
  await page.getByRole("checkbox", { name: "Global alias" }).click();
  await expect.poll(() => project.read("integrations")).toMatchObject([{ searchable: true }]);
  await visit(page, project.at("integrations"));
  const url = await page.getByRole("region", { name: "Aliases" }).getByRole("code").innerText();
  for (const ref of ["main", "other"]) await page.request.post(url, { data: { ref } });

  await visit(page, project.at(`integration/${id}`));
  const inbox = page.getByRole("region", { name: "Recent deliveries" });
  const unwanted = inbox.getByRole("row").filter({ hasText: "No match" });
  const started = inbox.getByRole("row").filter({ hasText: "Started" });
  await expect(unwanted).toContainText("Of main");
  await pressInRow(unwanted, "Dry run");
  await expect(dialogOf(page)).toContainText("It would start nothing");
  await page.keyboard.press("Escape");
  await started.getByRole("button", { name: "Show details" }).click();
  await expect(inbox.getByText('{"ref":"main"}')).toBeVisible();

  await pressInRow(started, "Replay");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replay" }).click();
  await expect(toast(page, /Task #\d+ was started/)).toBeVisible();
  await expect(started).toHaveCount(2);
  await started.first().getByRole("link").click();
  await expect(dialogOf(page).getByText("greeted by a webhook")).toBeVisible({ timeout: 30_000 });
});

test("a replay while older deliveries load shows the new one, and the older ones can be loaded again", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Greet", "echo\n");
  const { id } = await project.make("integrations", { name: "Hook", template_id, auth_method: "" });
  const matcher = { name: "Never", match_type: "body", body_data_type: "json", key: "ref", method: "equals" };
  await project.make(`integrations/${id}/matchers`, { ...matcher, value: "main", integration_id: id });
  await project.make(`integrations/${id}/aliases`, {});
  const [alias] = await project.read<{ url: string }[]>(`integrations/${id}/aliases`);
  for (let count = 0; count < 21; count++) await page.request.post(alias?.url ?? "", { data: { count } });

  const isOlder = (request: Request) => /deliveries\?.*before=/.test(request.url());
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/deliveries\?.*before=/, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await visit(page, project.at(`integration/${id}`));
  const inbox = page.getByRole("region", { name: "Recent deliveries" });
  const older = inbox.getByRole("button", { name: "Older" });
  await expect(inbox.locator("[data-row]")).toHaveCount(20);
  const answered = Promise.race([
    page.waitForEvent("requestfinished", isOlder),
    page.waitForEvent("requestfailed", isOlder),
  ]);
  await older.click();
  const reloaded = page.waitForResponse((response) => /deliveries\?(?!.*before=)/.test(response.url()));
  await pressInRow(inbox.locator("[data-row]").first(), "Replay");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replay" }).click();
  await reloaded;
  release();
  await answered;
  await older.click();
  await expect(inbox.locator("[data-row]")).toHaveCount(22);
});

test("an integration says what it starts and how it authenticates, or that it starts nothing", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Greet", "echo\n");
  const { id } = await project.make("integrations", { name: "Hook", template_id, auth_method: "hmac" });
  const idle = await project.make("integrations", { name: "Idle", auth_method: "", searchable: true });
  const facts = page.getByRole("region", { name: "Hook" }).or(page.getByRole("region", { name: "Idle" }));
  await visit(page, project.at(`integration/${id}`));
  await expect(facts).toContainText("HMAC");
  await expect(facts.getByRole("link", { name: "Greet" })).toHaveAttribute(
    "href",
    project.at(`templates/${template_id}`),
  );

  const matcher = {
    name: "Any",
    match_type: "body",
    body_data_type: "json",
    key: "ref",
    method: "equals",
    value: "go",
  };
  await project.make(`integrations/${idle.id}/matchers`, { ...matcher, integration_id: idle.id });
  await project.make("integrations/aliases", {});
  const [alias] = await project.read<{ url: string }[]>("integrations/aliases");
  await page.request.post(alias?.url ?? "", { data: { ref: "go" } });
  await visit(page, project.at(`integration/${idle.id}`));
  await expect(facts).toContainText("None: starts nothing");
  await expect(page.getByText("Template is required")).toHaveText("Template is required");
  await visit(page, project.at("integrations"));
  await expect(page.getByRole("row", { name: /^Idle/ })).toContainText("None: starts nothing");
});

test("the first screen of a visit says why a webhook was refused", async ({ page, project }) => {
  const key = await project.make("keys", {
    name: "Shared",
    type: "login_password",
    login_password: { password: "hush" },
  });
  const { id: template_id } = await makeScript(project, "Greet", "echo\n");
  const method = { auth_method: "token", auth_header: "X-Token", auth_secret_id: key.id };
  const { id } = await project.make("integrations", { name: "Hook", template_id, ...method });
  await project.make(`integrations/${id}/aliases`, {});
  const [alias] = await project.read<{ url: string }[]>(`integrations/${id}/aliases`);
  await page.request.post(alias?.url ?? "", { data: {}, headers: { "X-Token": "wrong" } });
  await visit(page, project.at("integrations"));
  await expect(page.getByText("The token is invalid.")).toBeVisible();
});

test("why a task was refused is in the reader's language", async ({ page, project, baseURL }) => {
  const survey_vars = [{ name: "place", title: "Place", type: "", required: true }];
  const { id: template_id } = await makeScript(project, "Greet", "echo\n");
  const template = await project.read<object>(`templates/${template_id}`);
  await page.request.put(`/api/project/${project.id}/templates/${template_id}`, { data: { ...template, survey_vars } });
  const { id } = await project.make("integrations", { name: "Hook", template_id });
  const matcher = { name: "Main", match_type: "body", body_data_type: "json", key: "ref", method: "equals" };
  await project.make(`integrations/${id}/matchers`, { ...matcher, value: "main", integration_id: id });
  await project.make(`integrations/${id}/aliases`, {});
  const [alias] = await project.read<{ url: string }[]>(`integrations/${id}/aliases`);
  await page.request.post(alias?.url ?? "", { data: { ref: "main" } });
  await page.context().addCookies([{ name: "lang", value: "de", url: baseURL ?? "" }]);
  await visit(page, project.at("integrations"));
  await expect(page.getByText("Diese Variable ist erforderlich")).toBeVisible();
});
