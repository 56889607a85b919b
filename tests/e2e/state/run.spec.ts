import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "../../support/tools";
import { expect, type OwnProject, rowOf, test, visit } from "../own-project";
import { finishTask } from "../task/work";

test.skip(!findTool("terraform"), "terraform is not installed");

const CODE = `
resource "terraform_data" "server" { input = "web1" }
output "address" { value = terraform_data.server.output }
output "password" {
  value     = "canary-output"
  sensitive = true
}
`;

test("a run creates a state, and its panel shows the version and resources", async ({ page, project }) => {
  const template = await makeTerraform(project);
  const task = await finishTask(project, { template_id: template.id });

  await visit(page, `${project.at("history")}?t=${task}`);
  const panel = page.getByRole("dialog");
  await panel.getByText("2 outputs").click();
  const outputs = panel.locator("details dl");
  await expect(outputs.getByText("web1")).toBeVisible();
  await expect(outputs.getByText("sensitive")).toBeVisible();
  expect(await page.content()).not.toContain("canary-output");
  await panel.getByRole("link", { name: /^default, version \d+$/ }).click();
  await page.waitForURL(/\/states\/\d+/);
  await expect(rowOf(page, "terraform_data.server")).toBeVisible();
  await expect(rowOf(page, "newest")).toContainText(`Task #${task}`);

  await visit(page, project.at(`templates/${template.id}`));
  await page.getByText("2 outputs").click();
  await expect(page.getByText("web1")).toBeVisible();
  await page.getByRole("link", { name: "Servers", exact: true }).click();
  await page.waitForURL(/\/states\/\d+/);
  await page.getByRole("link", { name: "States", exact: true }).first().click();
  await expect(rowOf(page, "Servers")).toContainText("default");
});

async function makeTerraform(project: OwnProject): Promise<{ id: number }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-terraform-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=e2e", "-c", "user.email=e2e@example.com", ...words]);
  git("init", "--quiet", "--initial-branch", "main");
  writeFileSync(join(folder, "main.tf"), CODE);
  git("add", "main.tf");
  git("commit", "--quiet", "--message", "Add a server");
  const [key] = await project.read<{ id: number }[]>("keys");
  const [environment] = await project.read<{ id: number }[]>("environment");
  const repository = { name: "Code", git_url: `file://${folder}`, git_branch: "main", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const template = { name: "Servers", app: "terraform", playbook: "", auto_approve: true };
  return project.make("templates", { ...template, repository_id, environment_id: environment?.id });
}
