import type { Locator, Page } from "@playwright/test";
import { violations } from "../axe";
import {
  box,
  dialogOf,
  editorOf,
  expect,
  makeScript,
  type OwnProject,
  pick,
  pressInRow,
  rowOf,
  save,
  test,
  visit,
} from "../own-project";
import { changeTemplate } from "../task/work";

async function newInventory(page: Page, project: OwnProject): Promise<Locator> {
  await visit(page, project.at("inventory"));
  await page.getByRole("button", { name: "New inventory" }).first().click();
  await page.getByRole("menuitem", { name: "Ansible Inventory" }).click();
  await box(dialogOf(page), "Name").fill("Web servers");
  return dialogOf(page);
}

const text = { useInnerText: true };

test("by keyboard: an inventory is completed, checked and saved", async ({ page, project }) => {
  const form = await newInventory(page, project);
  await pick(form, "User credentials", "None");
  const hosts = editorOf(form, "Hosts");
  await hosts.focus();
  await page.keyboard.type("[web]\nweb1 ansible_h");
  await expect(page.getByRole("option", { name: "ansible_host" })).toBeVisible();
  // An Enter right after the list has appeared ends the line.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.keyboard.type("10.0.0.1\n[web:vars");
  await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox", { name: "Completions" })).toBeHidden();
  await page.keyboard.press("End");
  await page.keyboard.type("\nzone");
  await expect(hosts).toHaveText("[web] web1 ansible_host=10.0.0.1 [web:vars] zone", text);
  await expect(form.getByRole("button", { name: "Line 4: Write name=value." })).toBeVisible();
  await expect(hosts).toHaveAccessibleDescription(/Line 4: Write name=value\..*press Esc, then Tab/);
  await page.keyboard.press("Tab");
  await expect(hosts).toBeFocused();
  await page.keyboard.type("=x");
  await expect(form.getByRole("button", { name: /^Line/ })).toBeHidden();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(hosts).not.toBeFocused();
  await hosts.focus();
  await page.keyboard.press("Control+Enter");
  await expect(form).toBeHidden();
  const [stored] = await project.read<{ inventory: string }[]>("inventory");
  expect(stored?.inventory).toMatch(/^\[web\]\nweb1 ansible_host=10\.0\.0\.1\n\[web:vars\]\n\s*zone=x$/);
});

test("a second Escape reaches the dialog, which asks before typed text is lost", async ({ page, project }) => {
  const form = await newInventory(page, project);
  await pick(form, "User credentials", "None");
  const hosts = editorOf(form, "Hosts");
  await hosts.click();
  await page.keyboard.type("web1");
  await expect(hosts).toHaveText("web1");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Discard changes?" })).toBeVisible();
});

test("by mouse: YAML shows the place of its mistake, and completion fills in keys", async ({ page, project }) => {
  const { id } = await project.make("keys", { name: "None", type: "none" });
  const inventory = "all:\n  children:\n    web:\n      host:\n        web1:\n";
  await project.make("inventory", { name: "Hosts", type: "static-yaml", inventory, ssh_key_id: id });
  await visit(page, project.at("inventory"));
  await pressInRow(rowOf(page, "Static YAML"), "Edit");
  const form = dialogOf(page);
  const hosts = editorOf(form, "Hosts");
  const problem = form.getByRole("button", { name: "Line 4: A group contains only hosts, vars and children." });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(problem).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
  await problem.click();
  await expect(hosts).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  for (const _ of "host") await page.keyboard.press("Backspace");
  await page.keyboard.press("Delete");
  await page.keyboard.type("ho");
  await page.getByRole("option", { name: "hosts" }).click();
  await expect(problem).toBeHidden();
  await save(form);
  expect(await project.read("inventory")).toMatchObject([{ inventory: inventory.replace("host:", "hosts:") }]);
});

test("without the editor's code the plain field saves as well", async ({ page, project }) => {
  await visit(page, project.at("environment"));
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  await page.getByRole("button", { name: "New environment" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Staging");
  await page.route("**/_next/static/**", (route) => route.abort());
  await form.getByRole("radio", { name: "JSON" }).click();
  await expect.poll(() => failed.length).toBeGreaterThan(0);
  await box(form, "Extra variables").fill('{"region": "eu"}');
  await expect(box(form, "Extra variables")).toHaveValue('{"region": "eu"}');
  await save(form, "Create");
  expect(await project.read("environment")).toContainEqual(expect.objectContaining({ name: "Staging" }));
});

test("JSON of extra variables is checked where it is written", async ({ page, project }) => {
  await project.make("environment", { name: "Live", json: '{"hosts": {"web": 1}}', env: "{}" });
  await visit(page, project.at("environment"));
  await pressInRow(rowOf(page, "Live"), "Edit");
  const form = dialogOf(page);
  await editorOf(form, "Extra variables").fill('{\n  "a": 1,\n  "a": 2\n}');
  await expect(form.getByRole("button", { name: "Line 3: This key occurs twice." })).toBeVisible();
  await editorOf(form, "Extra variables").fill('{\n  "a": 1,\n}');
  await expect(form.getByRole("button", { name: "Line 3: The text is not valid from here on." })).toBeVisible();
});

test("variables that templates ask for complete an environment and the template's own arguments", async ({
  page,
  project,
}) => {
  const { id } = await makeScript(project, "Deploy", "echo $region\n");
  const survey_vars = [{ name: "region", title: "Region", required: true }];
  await changeTemplate(page.request, project, id, { survey_vars, arguments: '["--to"]' });
  await project.make("environment", { name: "Live", json: '{"hosts": {"web": 1}}', env: "{}" });
  await visit(page, project.at("environment"));
  await pressInRow(rowOf(page, "Live"), "Edit");
  const variables = editorOf(dialogOf(page), "Extra variables");
  await variables.fill("");
  await page.keyboard.type("{reg");
  await page.getByRole("option", { name: "region" }).click();
  await expect(variables).toHaveText(/^\{"region": /);

  await visit(page, project.at(`templates/${id}/edit`));
  await page.getByRole("radio", { name: "JSON" }).first().click();
  const list = editorOf(page, "Arguments");
  await list.fill('["-e", "reg');
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Space");
  await expect(page.getByRole("option", { name: "region" })).toBeVisible();
  // An Enter right after the list has appeared ends the line.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await expect(list).toHaveText('["-e", "region');
});
