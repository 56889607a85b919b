import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { commitOnBranch, makeRepository } from "../../support/repositories";
import { violations } from "../axe";
import { box, expect, type OwnProject, pick, test, visit } from "../own-project";

const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-files-"));

async function makeRepositories(project: OwnProject): Promise<void> {
  const code = makeRepository(join(folder, `code-${project.id}`), {
    "site.yml": "",
    "playbooks/web servers.yml": "",
    "environments/dev/main.tf": "",
    "environments/prod/main.tf": "",
  });
  commitOnBranch(code, "next", { "next.yml": "" });
  const local = join(folder, `local-${project.id}`);
  mkdirSync(join(local, "scripts"), { recursive: true });
  writeFileSync(join(local, "scripts/tidy.sh"), "");
  writeFileSync(join(local, "notes.txt"), "");
  const [key] = await project.read<{ id: number }[]>("keys");
  const common = { ssh_key_id: key?.id };
  await project.make("repositories", { ...common, name: "Code", git_url: `file://${code}`, git_branch: "main" });
  await project.make("repositories", { ...common, name: "Local", git_url: local, git_branch: "" });
  await project.make("repositories", { ...common, name: "Gone", git_url: join(folder, "gone"), git_branch: "" });
}

const chooser = (page: Page) => page.getByRole("button", { name: "Choose from the repository" });
const paths = (page: Page) => page.getByRole("option").allTextContents();
const newTemplate = (project: OwnProject, app: string) => project.at(`templates/new/edit?app=${app}`);

test("a playbook is chosen by keyboard from the branch of the form", async ({ page, project }) => {
  await makeRepositories(project);
  await visit(page, newTemplate(project, "ansible"));
  const disabled = page.getByRole("button", { name: "Select a repository first" });
  await expect(disabled).toBeDisabled();
  await disabled.focus();
  await expect(page.getByRole("tooltip")).toContainText("Select a repository first");
  await pick(page.locator("form"), "Repository", "Code");
  await chooser(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => paths(page)).toEqual(["site.yml", "playbooks/web servers.yml"]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("web");
  await expect.poll(() => paths(page)).toEqual(["playbooks/web servers.yml"]);
  await page.keyboard.press("Enter");
  await expect(box(page, "Playbook filename")).toHaveValue("playbooks/web servers.yml");
  await expect(chooser(page)).toBeFocused();
  await box(page, "Branch").fill("next");
  await chooser(page).click();
  await expect.poll(() => paths(page)).toEqual(["next.yml", "site.yml", "playbooks/web servers.yml"]);
  await page.keyboard.press("Escape");
  await expect(box(page, "Playbook filename")).toHaveValue("playbooks/web servers.yml");
});

test("a folder of Terraform code and a script of a local folder are chosen by mouse", async ({ page, project }) => {
  await makeRepositories(project);
  await visit(page, newTemplate(project, "terraform"));
  await pick(page.locator("form"), "Repository", "Code");
  await chooser(page).click();
  await expect.poll(() => paths(page)).toEqual(["environments/dev", "environments/prod"]);
  await page.getByRole("option", { name: "environments/prod" }).click();
  await expect(box(page, "Subdirectory path")).toHaveValue("environments/prod");

  await visit(page, newTemplate(project, "bash"));
  await pick(page.locator("form"), "Repository", "Local");
  await chooser(page).click();
  await expect.poll(() => paths(page)).toEqual(["scripts/tidy.sh"]);
  await page.getByPlaceholder("Search", { exact: true }).last().fill("notes");
  await expect.poll(() => paths(page)).toEqual(["notes.txt"]);
});

test("the list says why it is empty, and the path can still be typed", async ({ page, project }) => {
  await makeRepositories(project);
  await visit(page, newTemplate(project, "bash"));
  await pick(page.locator("form"), "Repository", "Gone");
  await chooser(page).click();
  await expect(page.getByText("The files could not be listed")).toBeVisible();
  await expect(page.getByText(/There is no folder .*gone on the runner/)).toBeVisible();
  await page.keyboard.press("Escape");
  await box(page, "Runner tag").fill("nowhere");
  await chooser(page).click();
  await expect(page.getByText("No runner is available to list the files.")).toBeVisible();
  await page.keyboard.press("Escape");
  await box(page, "Script filename").fill("run.sh");
  await expect(box(page, "Script filename")).toHaveValue("run.sh");
});
