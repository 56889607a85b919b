import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { apiOf, post, signInBy } from "./people";
import { test as base, expect } from "./product";

export { expect };

export type OwnProject = {
  id: number;
  name: string;
  /** URL of one of its screens, such as "keys". */
  at: (screen: string) => string;
  /** Adds an item to one of its collections through the API. */
  make: (collection: string, data: object) => Promise<{ id: number }>;
  /** Reads a path below the project through the API. */
  read: <Answer>(path: string) => Promise<Answer>;
};

/** Signs the admin in and creates a project for this test. */
export const test = base.extend<{ project: OwnProject }>({
  project: async ({ page }, use) => {
    await signInBy(page.request, "admin");
    await use(await makeProject(page, `Console ${randomUUID().slice(0, 8)}`));
  },
});

export async function makeProject(page: Page, name: string, options: object = {}): Promise<OwnProject> {
  const { id } = await apiOf(page.request)("POST /projects", { body: { name, ...options } });
  return {
    id,
    name,
    at: (screen) => `/project/${id}/${screen}`,
    make: (collection, data) => post(page.request, `/project/${id}/${collection}`, { project_id: id, ...data }),
    read: async (path) =>
      (
        await page.request.get(`/api/project/${id}/${path}`, { headers: { accept: "application/vnd.signalbox+json" } })
      ).json(),
  };
}

/** A bash template that runs the text, stored in a local folder. */
export async function makeScript(project: OwnProject, name: string, text: string): Promise<{ id: number }> {
  const git_url = mkdtempSync(join(tmpdir(), "signalbox-e2e-script-"));
  writeFileSync(join(git_url, "run.sh"), text);
  const [key] = await project.read<{ id: number }[]>("keys");
  const repository = await project.make("repositories", { name, git_url, git_branch: "", ssh_key_id: key?.id });
  return makeTemplateOf(project, name, repository.id);
}

export async function makeTemplateOf(
  project: OwnProject,
  name: string,
  repository_id: number,
): Promise<{ id: number }> {
  const [environment] = await project.read<{ id: number }[]>("environment");
  const template = { name, app: "bash", playbook: "run.sh", repository_id, environment_id: environment?.id };
  return project.make("templates", template);
}

/** An SSH key that no server accepts. */
export const newPrivateKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" }).toString();

/** Opens a screen of the console and waits until it is interactive: the socket opens only then. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLive(page);
}

/** The same for the open one. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilLive(page);
}

const untilLive = (page: Page) => expect(page.locator("[data-live=live]")).toBeAttached();

/** Flips a switch, which shows the choice at once, and waits until it is saved. */
export async function flip(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((response) => "next-action" in response.request().headers());
  await page.getByRole("switch", { name }).click();
  await saved;
}

/** The row of a table with the text. */
export const rowOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("row").filter({ hasText: text, hasNot: page.getByRole("columnheader") });

/** Clicks one of a row's hover buttons. */
export async function pressInRow(row: Locator, name: string | RegExp): Promise<void> {
  await row.hover();
  await row.getByRole("button", { name }).click();
}

export const dialogOf = (page: Page): Locator => page.getByRole("dialog");

/** A form's input by name; the mark of required fields is not part of the name. */
export const box = (form: Page | Locator, name: string): Locator => form.getByRole("textbox", { name, exact: true });

/** A form's editor by name, once it is loaded. */
export const editorOf = (form: Page | Locator, name: string): Locator =>
  box(form, name).and(form.locator("[contenteditable]"));

/** Selects an option in a form. */
export async function pick(form: Locator, select: string, option: string): Promise<void> {
  await form.getByRole("combobox", { name: select, exact: true }).click();
  await form.page().getByRole("option", { name: option }).first().click();
}

/** Clicks the last button of a dialog and waits until it closes. */
export async function save(dialog: Locator, name = "Save"): Promise<void> {
  await dialog.getByRole("button", { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Opens a select by keyboard, and waits until its list has the focus. */
export async function openList(select: Locator): Promise<void> {
  await select.press("Enter");
  await expect(select.page().getByRole("option").and(select.page().locator(":focus"))).toBeVisible();
}

/** Confirms a deletion. */
export async function confirmDelete(page: Page, name = "Delete"): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name, exact: true }).click();
  await expect(question).toBeHidden();
}

/** A toast with the text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator("[data-sonner-toast]").filter({ hasText: text });
