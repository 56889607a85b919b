import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type OwnProject } from "../own-project";
import { finishTask } from "./work";

type Numbers = { add: number; destroy: number };

/** A Terraform task that waits for a decision, with so many resources to add and to destroy. */
export async function plannedTask(project: OwnProject, name: string, { add, destroy }: Numbers): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-plan-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=e2e", "-c", "user.email=e2e@example.com", ...words]);
  const commit = (resource: string, count: number) => {
    writeFileSync(join(folder, "main.tf"), `resource "terraform_data" "${resource}" {\n  count = ${count}\n}\n`);
    git("add", "main.tf");
    git("commit", "--quiet", "--message", resource);
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit("old", destroy);
  const [key] = await project.read<{ id: number }[]>("keys");
  const [environment] = await project.read<{ id: number }[]>("environment");
  const repository = { name, git_url: `file://${folder}`, git_branch: "main", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const template = { name, app: "terraform", playbook: "", repository_id, environment_id: environment?.id };
  const { id: template_id } = await project.make("templates", template);
  if (destroy > 0) await finishTask(project, { template_id, params: { auto_approve: true } });
  commit("new", add);
  const { id } = await project.make("tasks", { template_id });
  await expect
    .poll(async () => (await project.read<{ status: string }>(`tasks/${id}`)).status, { timeout: 60_000 })
    .toBe("waiting_confirmation");
  return id;
}
