import type { Locator, Page } from "@playwright/test";
import {
  box,
  dialogOf,
  editorOf,
  expect,
  type OwnProject,
  pick,
  pressInRow,
  rowOf,
  save,
  test,
  visit,
} from "../own-project";

async function newInventory(page: Page, project: OwnProject, kind: string): Promise<Locator> {
  await visit(page, project.at("inventory"));
  await page.getByRole("button", { name: "New inventory" }).first().click();
  await page.getByRole("menuitem", { name: kind }).click();
  return dialogOf(page);
}

test("an Ansible inventory holds its hosts, or a path of a repository", async ({ page, project }) => {
  await project.make("keys", { name: "Another", type: "none" });
  const form = await newInventory(page, project, "Ansible Inventory");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("User credentials are required")).toBeVisible();
  await expect(form.getByText("Static inventory example:")).toBeVisible();
  await box(form, "Name").fill("Web servers");
  await pick(form, "User credentials", "None");
  await editorOf(form, "Hosts").fill("[web]\nweb1.example.com");

  await pick(form, "Type", "Static YAML");
  await expect(form.getByText("Static YAML inventory example:")).toBeVisible();
  await expect(editorOf(form, "Hosts")).toHaveText("[web]\nweb1.example.com", { useInnerText: true });

  await pick(form, "Type", "File");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Path is required")).toBeVisible();
  await box(form, "Path").fill("inventories/production.yml");
  await expect(form.getByRole("combobox", { name: "Repository (optional)" })).toBeVisible();
  await save(form, "Create");
  await expect(rowOf(page, "Web servers")).toContainText("File");
  await expect(rowOf(page, "Web servers")).toContainText("inventories/production.yml");
});

test("hosts come back for editing, and their text is not in the list", async ({ page, project }) => {
  const { id } = await project.make("keys", { name: "None", type: "none" });
  await project.make("inventory", { name: "Hosts", type: "static", inventory: "one.example.com", ssh_key_id: id });
  await visit(page, project.at("inventory"));
  await expect(rowOf(page, "Hosts").last()).not.toContainText("one.example.com");
  await pressInRow(rowOf(page, "Static"), "Edit");
  const form = dialogOf(page);
  await expect(editorOf(form, "Hosts")).toHaveText("one.example.com");
  await editorOf(form, "Hosts").fill("two.example.com");
  await save(form);
  expect(await project.read("inventory")).toMatchObject([{ inventory: "two.example.com" }]);
});

test("an inventory that was made without a key is saved without one", async ({ page, project }) => {
  await project.make("inventory", { name: "Keyless", type: "static", inventory: "one.example.com" });
  await project.make("inventory", { name: "Staging", type: "terraform-workspace", inventory: "staging" });
  await visit(page, project.at("inventory"));
  await pressInRow(rowOf(page, "Keyless"), "Edit");
  const form = dialogOf(page);
  await expect(form.getByRole("combobox", { name: "User credentials", exact: true })).toHaveText("None");
  await box(form, "Name").fill("Web servers");
  await save(form);
  await pressInRow(rowOf(page, "Staging"), "Edit");
  await box(form, "Display name").fill("Production");
  await save(form);
  expect(await project.read("inventory?sort=name&order=asc")).toMatchObject([
    { name: "Production", ssh_key_id: null },
    { name: "Web servers", ssh_key_id: null },
  ]);
});

test("sudo credentials are keys with a password, and can be cleared", async ({ page, project }) => {
  await project.make("keys", { name: "Nothing", type: "none" });
  await project.make("keys", { name: "Root", type: "login_password", login_password: { password: "x" } });
  const form = await newInventory(page, project, "Ansible Inventory");
  await form.getByRole("combobox", { name: "Sudo credentials (optional)" }).click();
  await expect(page.getByRole("option")).toHaveText([/^Root/, /^New/]);
  await page.getByRole("option", { name: "Root" }).click();
  await form.getByRole("button", { name: "Clear" }).click();
  await expect(form.getByRole("combobox", { name: "Sudo credentials (optional)" })).toHaveText("None");
});

for (const [kind, type] of [
  ["Terraform Workspace", "terraform-workspace"],
  ["OpenTofu Workspace", "tofu-workspace"],
] as const) {
  test(`a ${kind} needs two names, and the None key is created on demand`, async ({ page, project }) => {
    const form = await newInventory(page, project, kind);
    await form.getByRole("button", { name: "Create" }).click();
    await expect(form.getByText("Name is required").first()).toBeVisible();
    await expect(form.getByText("Workspace name is required")).toBeVisible();
    await box(form, "Display name").fill("Staging");
    await box(form, "Workspace name").fill("staging-eu");
    await save(form, "Create");
    await expect(rowOf(page, "Staging")).toContainText(kind);
    await expect(rowOf(page, "Staging")).toContainText("staging-eu");
    const keys = await project.read<{ id: number; type: string }[]>("keys");
    const [none] = keys.filter((key) => key.type === "none");
    expect(await project.read("inventory")).toMatchObject([{ type, ssh_key_id: none?.id }]);
  });
}
