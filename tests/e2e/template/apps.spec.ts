import type { Page } from "@playwright/test";
import { box, expect, pick, rowOf, test } from "../own-project";
import { post } from "../people";
import { field, makeResources } from "./form";

type Form = { app: string; program: string; also?: string[] };

const PROGRAMS = ["Playbook filename", "Script filename", "Subdirectory path"];
/** Fields that only some applications use. */
const SPECIAL = ["Inventory", "Workspace", "Vaults", "Auto approve"];

const FORMS: Form[] = [
  { app: "Ansible Playbook", program: "Playbook filename", also: ["Inventory", "Vaults"] },
  { app: "Terraform Code", program: "Subdirectory path", also: ["Workspace", "Auto approve"] },
  { app: "OpenTofu Code", program: "Subdirectory path", also: ["Workspace", "Auto approve"] },
  { app: "Pulumi Code", program: "Subdirectory path", also: ["Auto approve"] },
  { app: "Bash Script", program: "Script filename" },
  { app: "Python Script", program: "Script filename" },
  { app: "PowerShell Script", program: "Script filename" },
  { app: "Own Tool", program: "Script filename" },
];

async function newTemplate(page: Page, app: string): Promise<void> {
  await page.getByRole("button", { name: "New template", exact: true }).first().click();
  await page.getByRole("menuitem", { name: app }).click();
  await expect(page.getByRole("heading", { name: `New template: ${app}` })).toBeVisible();
}

test("each application asks for what it needs, and nothing else", async ({ page, project }) => {
  await post(page.request, "/apps/own-tool", { title: "Own Tool", path: "/bin/true", active: true });
  await makeResources(project);
  for (const { app, program, also = [] } of FORMS) {
    await page.goto(project.at("templates"));
    await newTemplate(page, app);
    for (const name of PROGRAMS) await expect(field(page, name), name).toHaveCount(name === program ? 1 : 0);
    for (const name of SPECIAL) await expect(field(page, name), name).toHaveCount(also.includes(name) ? 1 : 0);
    for (const name of ["Repository", "Environments", "Arguments", "Survey variables", "Run on new commits"]) {
      await expect(field(page, name), `${app}: ${name}`).toHaveCount(1);
    }
    await box(page, "Name").fill(`Made with ${app}`);
    if (program !== "Subdirectory path") await field(page, program).fill("run.file");
    if (also.includes("Inventory")) await pick(page.locator("form"), "Inventory", "Hosts");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name: `Made with ${app}` })).toBeVisible();
  }
  await page.goto(project.at("templates"));
  for (const { app } of FORMS) await expect(rowOf(page, `Made with ${app}`)).toBeVisible();
});
