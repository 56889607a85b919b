import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "../../support/tools";
import { expect, type OwnProject, rowOf, test, visit } from "../own-project";
import { finishTask } from "../task/work";

test.skip(!findTool("terraform"), "terraform is not installed");

const code = (name: string) => `resource "terraform_data" "server" { input = "${name}" }\n`;

test("a check by hand finds drift, the list and the page say so, and Reconcile runs the template", async ({
  page,
  project,
}) => {
  const { id, commit } = await makeTerraform(project);
  await finishTask(project, { template_id: id });
  await finishTask(project, { template_id: id, drift_check: true });
  commit(code("web2"));

  await visit(page, project.at(`templates/${id}`));
  await expect(page.getByText("In sync")).toBeVisible();
  await page.getByRole("button", { name: "Check for drift" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check for drift" }).click();
  await expect(dialog.getByText("What drifted")).toBeVisible({ timeout: 60_000 });
  await dialog.getByText("What drifted").click();
  await expect(dialog.getByText("terraform_data.server", { exact: true })).toBeVisible();

  await visit(page, project.at("templates"));
  await expect(rowOf(page, "Servers")).toContainText("Drifted: 1 resource");

  await page.getByRole("link", { name: "Drift", exact: true }).first().click();
  await page.waitForURL(/\/drift$/);
  await expect(rowOf(page, "Servers")).toContainText("Drifted: 1 resource");
  await rowOf(page, "Servers").getByRole("button", { name: "Reconcile" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/[?&]t=\d+/);
  await expect(dialog.getByText("Success").first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "Servers")).toContainText("In sync");
});

test("of what is unknown, another check is offered, and nothing to open", async ({ page, project }) => {
  const { id, commit } = await makeTerraform(project);
  commit("resource {\n");
  await finishTask(project, { template_id: id, drift_check: true });
  await visit(page, project.at("drift"));
  const row = rowOf(page, "Servers");
  await expect(row).toContainText("Unknown");
  await expect(row.getByRole("button", { name: "Check for drift" })).toBeVisible();
  await expect(row.getByRole("button", { name: "Reconcile" })).toHaveCount(0);
  await expect(row.locator("button[aria-expanded]")).toHaveCount(0);
});

async function makeTerraform(project: OwnProject): Promise<{ id: number; commit: (text: string) => void }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-drift-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=e2e", "-c", "user.email=e2e@example.com", ...words]);
  const commit = (text: string) => {
    writeFileSync(join(folder, "main.tf"), text);
    git("add", "main.tf");
    git("commit", "--quiet", "--message", "Change the server");
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit(code("web1"));
  const [key] = await project.read<{ id: number }[]>("keys");
  const [environment] = await project.read<{ id: number }[]>("environment");
  const repository = { name: "Code", git_url: `file://${folder}`, git_branch: "main", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const template = { name: "Servers", app: "terraform", playbook: "", auto_approve: true };
  const made = await project.make("templates", { ...template, repository_id, environment_id: environment?.id });
  return { id: made.id, commit };
}
