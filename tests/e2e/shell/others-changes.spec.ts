import type { Page } from "@playwright/test";
import {
  box,
  dialogOf,
  expect,
  makeScript,
  type OwnProject,
  pick,
  pressInRow,
  rowOf,
  save,
  test,
  toast,
  visit,
} from "../own-project";
import { apiOf, pageOf, post, team } from "../people";

const REFUSAL = "Someone else changed this after you opened it.";

/** Changes a resource as somebody else would, by the API. */
async function change(page: Page, project: OwnProject, path: string, changes: object): Promise<void> {
  const stored = await project.read<object>(path);
  const reply = await page.request.put(`/api/project/${project.id}/${path}`, { data: { ...stored, ...changes } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

test("a dialog replaces what others saved meanwhile only at the second attempt", async ({ page, project }) => {
  await makeScript(project, "Shared", "echo\n");
  const [repository] = await project.read<{ id: number }[]>("repositories");
  await visit(page, project.at("repositories"));
  await pressInRow(rowOf(page, "Shared"), "Edit");
  const form = dialogOf(page);
  await box(form, "Name").fill("Mine");
  await change(page, project, `repositories/${repository?.id}`, { name: "Theirs" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText(REFUSAL);
  await expect(box(form, "Name")).toHaveValue("Mine");
  expect(await project.read(`repositories/${repository?.id}`)).toMatchObject({ name: "Theirs" });
  await save(form);
  expect(await project.read(`repositories/${repository?.id}`)).toMatchObject({ name: "Mine" });
});

type Stored = Record<string, unknown>;

/** Something that is edited in a dialog: the screen it is on, its path in the API, and the field that both call a name. */
type Edited = { screen: string; path: string; row: string; name: string };

const EDITED: Record<string, (page: Page, project: OwnProject) => Promise<Edited>> = {
  "a user": async (page, { id }) => {
    const username = `shared-${id}`;
    const account = { username, name: "Ours", email: `${username}@example.com`, password: "correct horse battery" };
    const user = await post(page.request, "/users", account);
    return { screen: "/users", path: `/users/${user.id}`, row: username, name: "name" };
  },
  "a runner": async (page, { id }) => {
    const runner = await post(page.request, "/runners", { name: `Shared ${id}` });
    return { screen: "/runners", path: `/runners/${runner.id}`, row: `Shared ${id}`, name: "name" };
  },
  "a project's runner": async (page, { id, at }) => {
    const runner = await post(page.request, `/project/${id}/runners`, { name: `Shared ${id}` });
    return { screen: at("runners"), path: `/project/${id}/runners/${runner.id}`, row: `Shared ${id}`, name: "name" };
  },
  "an application": async (page, { id }) => {
    await post(page.request, `/apps/shared-${id}`, { title: "Ours", active: true });
    return { screen: "/apps", path: `/apps/shared-${id}`, row: `shared-${id}`, name: "title" };
  },
  "a key": async (_page, { id, at, make }) => {
    const key = await make("keys", { name: "Shared", type: "login_password", login_password: { password: "p" } });
    return { screen: at("keys"), path: `/project/${id}/keys/${key.id}`, row: "Shared", name: "name" };
  },
};

for (const [what, make] of Object.entries(EDITED)) {
  test(`${what} that others changed is not saved over at once`, async ({ page, project }) => {
    const { screen, path, row, name } = await make(page, project);
    const read = async (): Promise<Stored> => (await page.request.get(`/api${path}`)).json();
    await visit(page, screen);
    await pressInRow(rowOf(page, row), "Edit");
    const form = dialogOf(page);
    await box(form, "Name").fill(`Mine ${project.id}`);
    const theirs = await page.request.put(`/api${path}`, {
      data: { ...(await read()), [name]: `Theirs ${project.id}` },
    });
    expect(theirs.ok(), await theirs.text()).toBe(true);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toContainText(REFUSAL);
    expect(await read()).toMatchObject({ [name]: `Theirs ${project.id}` });
    await save(form);
    expect(await read()).toMatchObject({ [name]: `Mine ${project.id}` });
  });
}

test("what the form of an integration does not show stays as others saved it meanwhile", async ({ page, project }) => {
  const { id } = await project.make("integrations", { name: "Hook", auth_method: "" });
  await visit(page, project.at("integrations"));
  await pressInRow(rowOf(page, "Hook"), "Edit");
  const form = dialogOf(page);
  await box(form, "Name").fill("Mine");
  const theirs = {
    searchable: true,
    task_params: { environment: '{"region":"eu"}', limit: "web1", git_branch: "next" },
  };
  await change(page, project, `integrations/${id}`, theirs);
  await save(form);
  expect(await project.read(`integrations/${id}`)).toMatchObject({ name: "Mine", ...theirs });
});

test("what the form of a schedule does not show stays as others saved it meanwhile", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Shared", "echo\n");
  const { id } = await project.make("schedules", { name: "Nightly", template_id, cron_format: "0 2 * * *" });
  await visit(page, project.at("schedule"));
  await pressInRow(rowOf(page, "Nightly"), "Edit");
  const form = dialogOf(page);
  await box(form, "Name").fill("Mine");
  const { task_params } = await project.read<{ task_params: object }>(`schedules/${id}`);
  const theirs = { task_params: { ...task_params, environment: '{"region":"eu"}' } };
  await change(page, project, `schedules/${id}`, theirs);
  await save(form);
  expect(await project.read(`schedules/${id}`)).toMatchObject({ name: "Mine", ...theirs });
});

test("a matcher that others changed is not saved over at once", async ({ page, project }) => {
  const { id } = await project.make("integrations", { name: "Hook", auth_method: "" });
  const parts = `integrations/${id}/matchers`;
  const ours = {
    name: "Of main",
    match_type: "body",
    body_data_type: "json",
    key: "ref",
    method: "equals",
    value: "main",
  };
  const matcher = await project.make(parts, { ...ours, integration_id: id });
  await visit(page, project.at(`integration/${id}`));
  await pressInRow(rowOf(page, "Of main"), "Edit");
  const form = dialogOf(page);
  await box(form, "Name").fill("Mine");
  await change(page, project, `${parts}/${matcher.id}`, { value: "theirs" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText(REFUSAL);
  expect(await project.read(`${parts}/${matcher.id}`)).toMatchObject({ name: "Of main", value: "theirs" });
  await save(form);
  expect(await project.read(`${parts}/${matcher.id}`)).toMatchObject({ name: "Mine", value: "main" });
});

test("a template that others changed is not saved over at once, and its runs are no change", async ({
  page,
  project,
}) => {
  const { id } = await makeScript(project, "Shared", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  await box(page, "Name").fill("Mine");
  await project.make("tasks", { template_id: id });
  await change(page, project, `templates/${id}`, { description: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: REFUSAL })).toBeVisible();
  expect(await project.read(`templates/${id}`)).toMatchObject({ name: "Shared", description: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
  expect(await project.read(`templates/${id}`)).toMatchObject({ name: "Mine", description: null });

  await visit(page, project.at(`templates/${id}/edit`));
  await box(page, "Name").fill("Mine again");
  await project.make("tasks", { template_id: id });
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
});

test("a commit check that others made meanwhile is not saved over at once, and not doubled", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Shared", "echo\n");
  const [repository] = await project.read<{ id: number }[]>("repositories");
  const theirs = { template_id, repository_id: repository?.id, cron_format: "@daily", name: "", active: true };
  const checks = () => project.read<object[]>(`templates/${template_id}/schedules`);
  await visit(page, project.at(`templates/${template_id}/edit`));
  await page.getByRole("checkbox", { name: "Run on new commits" }).check();
  await project.make("schedules", theirs);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: REFUSAL })).toBeVisible();
  expect(await checks()).toMatchObject([{ cron_format: "@daily" }]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**${project.at(`templates/${template_id}`)}`);
  expect(await checks()).toHaveLength(1);
  expect(await checks()).toMatchObject([{ cron_format: "* * * * *" }]);
});

test("a form takes over what others have saved when its page is loaded again, and keeps what is typed", async ({
  page,
  project,
}) => {
  const { id } = await makeScript(project, "Shared", "echo\n");
  await visit(page, project.at(`templates/${id}/edit`));
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
  await change(page, project, `templates/${id}`, { description: "Theirs" });
  await page.goBack();
  await expect(box(page, "Description")).toHaveValue("Theirs");
  await box(page, "Name").fill("Mine");
  await change(page, project, `templates/${id}`, { description: "Theirs again" });
  // Creating a view loads the page again.
  await pick(page.locator("form"), "View", "Add view…");
  const view = dialogOf(page);
  await box(view, "Title").fill("Shop");
  await save(view, "Create");
  await expect(box(page, "Name")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: REFUSAL })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
  expect(await project.read(`templates/${id}`)).toMatchObject({ name: "Mine", description: "Theirs" });
});

test("one's own account is not saved over what an administrator has changed", async ({ page, project, browser }) => {
  const owner = await pageOf(browser, "owner", await team(page.request, `${project.name}: account`));
  const { id, ...stored }: Stored = await (await owner.request.get("/api/user")).json();
  await visit(owner, "/profile");
  await owner.getByRole("checkbox", { name: "Send alerts" }).check();
  await page.request.put(`/api/users/${id}`, { data: { ...stored, name: "Theirs" } });
  const submit = owner.getByRole("button", { name: "Save", exact: true });
  await submit.click();
  await expect(owner.getByRole("alert").filter({ hasText: REFUSAL })).toBeVisible();
  await submit.click();
  await expect(toast(owner, /saved/)).toBeVisible();
  await submit.click();
  await expect(toast(owner, /saved/)).toHaveCount(2);
  await expect(owner.getByRole("alert").filter({ hasText: REFUSAL })).toBeHidden();
  await owner.context().close();
});

test("a form that stays open knows what it has saved itself", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  const name = box(page, "Project name");
  const submit = page.getByRole("button", { name: "Save", exact: true });
  const refused = page.getByRole("alert").filter({ hasText: REFUSAL });
  await name.fill(`${project.name} one`);
  await submit.click();
  await expect.poll(() => project.read("")).toMatchObject({ name: `${project.name} one` });
  await name.fill(`${project.name} two`);
  await submit.click();
  await expect.poll(() => project.read("")).toMatchObject({ name: `${project.name} two` });
  await expect(refused).toBeHidden();

  await apiOf(page.request)("PUT /project/:projectId", {
    params: { projectId: project.id },
    body: { id: project.id, name: project.name, alert: true, alert_chat: "", max_parallel_tasks: 3 },
  });
  await name.fill(`${project.name} three`);
  await submit.click();
  await expect(refused).toBeVisible();
  expect(await project.read("")).toMatchObject({ name: project.name, max_parallel_tasks: 3 });
});
