import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SshServer, serveSsh } from "../../support/git-servers";
import { makeRepository } from "../../support/repositories";
import { findTool } from "../../support/tools";
import { confirmDelete, expect, makeTemplateOf, type OwnProject, pressInRow, rowOf, test, visit } from "../own-project";

test.skip(!findTool("sshd") && !process.env.REQUIRE_TOOLS, "sshd is not installed");

let folder: string;
let server: SshServer;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-ssh-"));
  server = await serveSsh(folder);
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the key of an ssh server is pinned by the first task, and removed after confirmation", async ({
  page,
  project,
}) => {
  const { id: task } = await runOverSsh(project);
  await visit(page, `${project.at("history")}?t=${task}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("fetched over ssh")).toBeVisible({ timeout: 30_000 });
  // The key is stored with the end of the task.
  await expect(dialog.getByText("Success", { exact: true }).first()).toBeVisible();

  await visit(page, project.at("repositories"));
  const row = rowOf(page, `[127.0.0.1]:${server.port}`);
  await expect(row).toContainText("SHA256:");
  await pressInRow(row, /^Remove/);
  await expect(page.getByRole("alertdialog")).toContainText("trusts whatever key it shows");
  await confirmDelete(page, "Remove");
  await expect(page.getByText("No host keys yet.")).toBeVisible();
});

async function runOverSsh(project: OwnProject): Promise<{ id: number }> {
  const path = makeRepository(join(folder, "scripts"), { "run.sh": "echo fetched over ssh\n" });
  const ssh = { login: "", passphrase: server.passphrase, private_key: server.key };
  const key = await project.make("keys", { name: "Server", type: "ssh", ssh });
  const repository = await project.make("repositories", {
    name: "Over ssh",
    git_url: `ssh://${server.user}@127.0.0.1:${server.port}${path}`,
    git_branch: "main",
    ssh_key_id: key.id,
  });
  const template = await makeTemplateOf(project, "Script", repository.id);
  return project.make("tasks", { template_id: template.id });
}
