import { pressOrChoose } from "./dialogs.mjs";

const button = (name) => async (page) => page.getByRole("button", { name, exact: true }).first().click();
const inDialog = (name) => async (page) =>
  page.getByRole("dialog").last().getByRole("button", { name, exact: true }).first().click();

const inOrder =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** Opens a form over the template form by the last entry of a select. */
const createOver = (select, entry) => async (page) => {
  await page.getByRole("combobox", { name: select, exact: true }).click();
  await page.getByRole("option", { name: entry }).click();
  await page.getByRole("dialog").waitFor();
};

const toSection = (name) => async (page) => page.getByRole("region", { name }).first().scrollIntoViewIfNeeded();

/** Pages of resources, what opens over them, and what a restore reports. */
export function resourceScenes({ typical, empty, overfull, resources }) {
  const at = (path, project = typical.project) => `/project/${project}${path}`;
  const scene = (name, path, ...acts) => ({ name, path, act: inOrder(...acts) });
  const key = at(`/keys/${resources.key}`);
  const template = at(`/templates/${resources.merged}`);
  const newTemplate = at("/templates/new/edit?app=ansible");
  return [
    scene("resource-key", key),
    scene("resource-repository", at(`/repositories/${typical.repository_id}`)),
    scene("resource-inventory", at(`/inventory/${typical.inventory_id}`)),
    scene("resource-environment", at(`/environment/${resources.environment}`)),
    scene("resource-unused", at(`/environment/${resources.unused}`)),
    scene("resource-edit", key, button("Edit")),
    scene("resource-list-menu", at("/keys"), button("List options"), (page) =>
      page.getByRole("menuitemradio", { name: "Compact" }).waitFor(),
    ),
    scene("resource-list-compact", at("/keys"), button("List options"), (page) =>
      page.getByRole("menuitemradio", { name: "Compact" }).click(),
    ),
    scene("resource-list-again", at("/keys"), button("List options"), (page) =>
      page.getByRole("menuitemradio", { name: "Comfortable" }).click(),
    ),
    scene("create-repository", newTemplate, createOver("Repository", "New repository…")),
    scene("create-key", newTemplate, createOver("Repository", "New repository…"), async (page) => {
      const sheet = page.getByRole("dialog", { name: "New repository" });
      await sheet.getByRole("combobox", { name: "Access key", exact: true }).click();
      await page.getByRole("option", { name: "New key…" }).click();
      await page.getByRole("dialog", { name: "New key" }).waitFor();
    }),
    scene("problems-inventory", at("/inventory"), button("New inventory"), async (page) => {
      await page.getByRole("menuitem", { name: "Ansible Inventory" }).click();
      const text = page.getByRole("dialog").locator("[contenteditable]");
      await text.fill("[web]\nweb-1\nweb-2 port=\n[web:hosts]\nx\n");
    }),
    scene("template-yaml", template, pressOrChoose("Edit as YAML"), (page) =>
      page.getByRole("dialog").locator(".cm-content").waitFor(),
    ),
    scene("template-environments", template),
    scene("template-environments-form", at(`/templates/${resources.merged}/edit`), async (page) =>
      page.getByText("Environments", { exact: true }).first().scrollIntoViewIfNeeded(),
    ),
    scene("overview", "/overview"),
    scene("dashboard", at("/history")),
    scene("dashboard-empty", at("/history", empty)),
    scene("dashboard-overfull", at("/history", overfull.project)),
    scene("project-runners", at("/runners")),
    scene("project-runners-empty", at("/runners", empty)),
    scene("project-runner-form", at("/runners"), button("New Runner")),
    scene("restore-report", "/project/restore", async (page) => {
      const buffer = Buffer.from(JSON.stringify(resources.odd));
      const file = { name: "backup.json", mimeType: "application/json", buffer };
      await page.getByLabel(/^Backup file/).setInputFiles(file);
      await page.getByLabel(/^Project name/).fill("Moved from elsewhere");
      await button("Restore")(page);
      await page.getByRole("dialog").waitFor();
    }),
    scene("restore-report-settings", at("/settings", resources.restored), toSection("Restore report")),
    scene("tokens-list", at("/history"), async (page) => {
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("button", { name: "Account menu" }).first().click();
      await page.getByRole("menuitem", { name: "Edit account" }).click();
      await inDialog("API tokens")(page);
    }),
  ];
}
