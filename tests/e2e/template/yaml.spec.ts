import { violations } from "../axe";
import { dialogOf, editorOf, expect, makeProject, makeScript, save, test, visit } from "../own-project";
import { press, stored } from "./form";

test("by mouse: a template is edited as YAML, and a name that does not exist is marked in its line", async ({
  page,
  project,
}) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  await visit(page, project.at(`templates/${id}`));
  await press(page, "Edit as YAML");
  const form = dialogOf(page);
  const editor = editorOf(form, "YAML");
  await expect(editor).toHaveText(/^name: Report\s+app: bash\s+playbook: run\.sh\s+repository: Report/, {
    useInnerText: true,
  });
  await editor.fill("name: Report\napp: bash\nplaybook: run.sh\nrepository: Elsewhere\ntimeout_seconds: 90\n");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  const missing = 'This project has no entry named "Elsewhere" in repositories';
  await expect(editor).toHaveAccessibleDescription(new RegExp(`repository: ${missing}`));
  const problem = form.getByRole("button", { name: `Line 4: repository: ${missing}` });
  await expect(form.getByText(missing)).toHaveCount(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(problem).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
  await problem.click();
  await page.keyboard.press("End");
  for (const _ of "Elsewhere") await page.keyboard.press("Backspace");
  await page.keyboard.type("Report");
  await expect(problem).toBeHidden();
  await save(form);
  expect(await stored(project, id)).toMatchObject({ name: "Report", timeout_seconds: 90 });
});

test("by keyboard: a template is copied to another project as text", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", "echo\n");
  const yaml = await page.request.get(`/api/project/${project.id}/templates/${id}/yaml`);
  const other = await makeProject(page, `${project.name} copy`);
  await makeScript(other, "Report", "echo\n");
  await visit(page, other.at("templates"));
  await page.getByRole("button", { name: "New template" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "From YAML" }).press("Enter");
  const editor = editorOf(dialogOf(page), "YAML");
  await editor.fill((await yaml.text()).replace("name: Report", "name: Copied"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Copied" })).toBeVisible();
  const all = await other.read<{ name: string; playbook: string }[]>("templates");
  expect(all.map(({ name, playbook }) => `${name} ${playbook}`).sort()).toEqual(["Copied run.sh", "Report run.sh"]);
});
