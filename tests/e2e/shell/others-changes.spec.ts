import type { Page } from "@playwright/test";
import {
  box,
  dialogOf,
  expect,
  makeScript,
  type OwnProject,
  pressInRow,
  rowOf,
  save,
  test,
  visit,
} from "../own-project";
import { apiOf } from "../people";

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
