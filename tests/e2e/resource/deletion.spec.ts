import { confirmDelete, dialogOf, expect, type OwnProject, pressInRow, rowOf, test, visit } from "../own-project";

/** What prevents the deletion of a row on each screen. */
const USED = [
  { screen: "keys", row: "Access", words: "The key can't be deleted", by: ["Hosts", "Scripts"] },
  { screen: "repositories", row: "Scripts", words: "The repository can't be deleted", by: ["Deploy"] },
  { screen: "inventory", row: "Hosts", words: "The inventory can't be deleted", by: ["Deploy"] },
  { screen: "environment", row: "Variables", words: "The environment can't be deleted", by: ["Deploy"] },
];

test("an item in use is not deleted, and its users are linked", async ({ page, project }) => {
  await makeUsedThings(project);
  for (const { screen, row, words, by } of USED) {
    await visit(page, project.at(screen));
    await pressInRow(rowOf(page, row), "Delete");
    const refusal = dialogOf(page);
    await expect(refusal).toContainText(words);
    await expect(refusal.getByRole("link")).toHaveText(by);
    await refusal.getByRole("button", { name: "Close" }).last().click();
    await expect(refusal).toBeHidden();
  }
  await pressInRow(rowOf(page, "Variables"), "Delete");
  await dialogOf(page).getByRole("link", { name: "Deploy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deploy" })).toBeVisible();
});

test("an unused item is deleted after confirmation, and No keeps it", async ({ page, project }) => {
  await makeUsedThings(project);
  const [template] = await project.read<{ id: number }[]>("templates");
  await page.request.delete(`/api/project/${project.id}/templates/${template?.id}`);
  for (const { screen, row } of [...USED].reverse()) {
    await visit(page, project.at(screen));
    await pressInRow(rowOf(page, row), "Delete");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Do you really want to delete");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, row)).toBeVisible();
    await pressInRow(rowOf(page, row), "Delete");
    await confirmDelete(page);
    await expect(rowOf(page, row)).toHaveCount(0);
  }
});

test("after a deletion the focus moves to the next row, finally to the button for a new one", async ({
  page,
  project,
}) => {
  for (const name of ["Alpha", "Beta"]) await project.make("keys", { name, type: "none" });
  await visit(page, project.at("keys"));
  const steps = [
    { gone: "Alpha", next: rowOf(page, "Beta").getByRole("link", { name: "Beta" }) },
    // The last row: focus moves to the previous one.
    { gone: /^None/, next: rowOf(page, "Beta").getByRole("link", { name: "Beta" }) },
    { gone: "Beta", next: page.getByRole("button", { name: "New key" }) },
  ];
  for (const { gone, next } of steps) {
    await rowOf(page, gone).getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, gone).getByRole("button", { name: "Delete" })).toBeFocused();
    await page.keyboard.press("Enter");
    await confirmDelete(page);
    await expect(rowOf(page, gone)).toHaveCount(0);
    await expect(next).toBeFocused();
  }
});

test("the confirmation for a template names its schedules and integrations", async ({ page, project }) => {
  await makeUsedThings(project);
  const [template] = await project.read<{ id: number }[]>("templates");
  const template_id = template?.id;
  await project.make("schedules", { name: "Every night", cron_format: "0 3 * * *", active: true, template_id });
  await project.make("integrations", { name: "On push", template_id });
  await visit(page, project.at(`templates/${template_id}`));
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("This also deletes:");
  await expect(question.getByRole("listitem")).toHaveText(["Every night", "On push"]);
  await confirmDelete(page);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Deploy");
  expect(await project.read("schedules")).toEqual([]);
});

/** A template with its resources, and a key that two of them use. */
async function makeUsedThings(project: OwnProject): Promise<void> {
  const { id: ssh_key_id } = await project.make("keys", { name: "Access", type: "none" });
  const repository = { name: "Scripts", git_url: "/srv/scripts", git_branch: "", ssh_key_id };
  const { id: repository_id } = await project.make("repositories", repository);
  const inventory = { name: "Hosts", type: "static", inventory: "localhost", ssh_key_id };
  const { id: inventory_id } = await project.make("inventory", inventory);
  const { id: environment_id } = await project.make("environment", { name: "Variables", json: "{}", env: "{}" });
  const uses = { repository_id, inventory_id, environment_id };
  await project.make("templates", { name: "Deploy", app: "ansible", playbook: "deploy.yml", ...uses });
}
