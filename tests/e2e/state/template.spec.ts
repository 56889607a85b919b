import type { Page } from "@playwright/test";
import { dialogOf, expect, type OwnProject, pick, test, visit } from "../own-project";
import { field, makeResources, press, saved } from "../template/form";
import { storedState } from "./stored";

type Kept = { id: number; name: string; state_id: number | null; init_arguments: string | null; stack: string };

async function makeTemplate(project: OwnProject, state_id: number | null, app = "terraform"): Promise<number> {
  const { repository_id } = await makeResources(project);
  const [environment] = await project.read<{ id: number }[]>("environment");
  const input = { name: "Apply", app, playbook: "net", repository_id, environment_id: environment?.id, state_id };
  return (await project.make("templates", input)).id;
}

const keptOf = (project: OwnProject, id: number) => project.read<Kept>(`templates/${id}`);
const idOf = (page: Page) => Number(/templates\/(\d+)/.exec(page.url())?.[1]);

test("a template uses a new state or another template's, and links to it", async ({ page, project }) => {
  const { id: stateId } = await storedState(project);
  const id = await makeTemplate(project, null);
  await visit(page, project.at(`templates/${id}/edit`));
  await expect(field(page, "State of the code")).toContainText("New state");
  await pick(page.locator("form"), "State of the code", "Network");
  await field(page, "Init arguments").fill("-upgrade");
  await field(page, "Init arguments").press("Enter");
  await expect(page.locator("[data-preview]")).toContainText("terraform init -upgrade");
  await saved(page);
  expect(await keptOf(project, id)).toMatchObject({ state_id: stateId, init_arguments: '["-upgrade"]' });
  await page.getByRole("link", { name: "Network" }).click();
  await page.waitForURL(`**/states/${stateId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(dialogOf(page)).toContainText("The state can't be deleted because it is in use.");
  await dialogOf(page).getByRole("link", { name: "Apply" }).click();
  await page.waitForURL(`**/templates/${id}`);
});

test("a form that was opened before the first run saves without a warning, and leaves the new state", async ({
  page,
  project,
}) => {
  const id = await makeTemplate(project, null);
  await visit(page, project.at(`templates/${id}/edit`));
  await field(page, "Init arguments").fill("-upgrade");
  await field(page, "Init arguments").press("Enter");
  await project.make("tasks", { template_id: id });
  const { state_id } = await keptOf(project, id);
  expect(state_id).not.toBeNull();
  await saved(page);
  expect(await keptOf(project, id)).toMatchObject({ state_id, init_arguments: '["-upgrade"]' });
});

test("a copy asks for the same state or a new one", async ({ page, project }) => {
  const { id: stateId } = await storedState(project);
  const id = await makeTemplate(project, stateId);
  await visit(page, project.at(`templates/new/edit?copy=${id}`));
  await press(page, "Create");
  await expect(page.getByText("Choose the same state or a new one").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "Same state: Network" })).toBeFocused();
  await page.getByRole("radio", { name: "Same state: Network" }).click();
  await press(page, "Create");
  await page.waitForURL(/\/templates\/\d+$/);
  expect(await keptOf(project, idOf(page))).toMatchObject({ name: "Apply (copy)", state_id: stateId });

  await visit(page, project.at(`templates/new/edit?copy=${id}`));
  await page.getByRole("radio", { name: "Same state: Network" }).focus();
  await page.keyboard.press("ArrowRight", { delay: 100 });
  await press(page, "Create");
  await page.waitForURL(/\/templates\/\d+$/);
  expect(await keptOf(project, idOf(page))).toMatchObject({ state_id: null });
});

test("changing the folder warns that the state stays, until another state is chosen", async ({ page, project }) => {
  const { id: stateId } = await storedState(project);
  const id = await makeTemplate(project, stateId);
  await visit(page, project.at(`templates/${id}/edit`));
  const warning = page.getByText("The template keeps its state.");
  await expect(warning).toHaveCount(0);
  await field(page, "Subdirectory path").fill("other");
  await expect(warning).toBeVisible();
  await pick(page.locator("form"), "State of the code", "New state");
  await expect(warning).toHaveCount(0);
});

test("Pulumi has a stack, and only states of its own kind", async ({ page, project }) => {
  await storedState(project);
  const id = await makeTemplate(project, null, "pulumi");
  await visit(page, project.at(`templates/${id}/edit`));
  await field(page, "State of the code").click();
  await expect(page.getByRole("option")).toHaveText(["New state"]);
  await page.keyboard.press("Escape");
  await field(page, "Stack").fill("prod");
  await saved(page);
  expect(await keptOf(project, id)).toMatchObject({ stack: "prod" });
});
