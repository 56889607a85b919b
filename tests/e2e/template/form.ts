import type { Locator, Page } from "@playwright/test";
import type { OwnProject } from "../own-project";

/** A form field of any type, by its exact label. */
export function field(form: Page | Locator, name: string): Locator {
  const of = (role: "textbox" | "combobox" | "checkbox" | "group") => form.getByRole(role, { name, exact: true });
  return of("textbox").or(of("combobox")).or(of("checkbox")).or(of("group"));
}

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Saves the template's form and waits for the template's page. */
export async function saved(page: Page): Promise<void> {
  await press(page, "Save");
  await page.waitForURL(/\/templates\/\d+$/);
}

export type Stored = {
  name: string;
  arguments: string | null;
  survey_vars: { name: string }[];
  vaults: { name: string | null }[];
};

export const stored = (project: OwnProject, id: number) => project.read<Stored>(`templates/${id}`);

/** A repository and an inventory for templates that never run. */
export async function makeResources(project: OwnProject): Promise<{ repository_id: number; inventory_id: number }> {
  const [key] = await project.read<{ id: number }[]>("keys");
  const repository = { name: "Code", git_url: "/nowhere", git_branch: "", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const inventory = { name: "Hosts", type: "static", inventory: "localhost\n", ssh_key_id: key?.id };
  const { id: inventory_id } = await project.make("inventory", inventory);
  return { repository_id, inventory_id };
}
