import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect, makeTemplateOf, type OwnProject } from "../own-project";

/** A bash template with its script in a git repository; `commit` changes the script. */
export async function makeGitScript(project: OwnProject, name: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-git-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=e2e", "-c", "user.email=e2e@example.com", ...words]);
  const commit = (script: string) => {
    writeFileSync(join(folder, "run.sh"), script);
    git("add", "run.sh");
    git("commit", "--quiet", "--message", script.trim());
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit(text);
  const [key] = await project.read<{ id: number }[]>("keys");
  const repository = { name, git_url: `file://${folder}`, git_branch: "main", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", repository);
  const { id } = await makeTemplateOf(project, name, repository_id);
  return { id, commit };
}

/** Changes some fields of a template through the API. */
export async function changeTemplate(
  request: APIRequestContext,
  project: OwnProject,
  id: number,
  fields: object,
): Promise<void> {
  const template = await project.read<object>(`templates/${id}`);
  const answer = await request.put(`/api/project/${project.id}/templates/${id}`, { data: { ...template, ...fields } });
  expect(answer.status(), await answer.text()).toBe(204);
}

/** Starts a task through the API and waits for its end. */
export async function finishTask(project: OwnProject, task: object): Promise<number> {
  const { id } = await project.make("tasks", task);
  await expect
    .poll(async () => (await project.read<{ end: string | null }>(`tasks/${id}`)).end, { timeout: 60_000 })
    .not.toBeNull();
  return id;
}

/** A script that runs until the returned function is called. */
export function held(): { script: string; release: () => void } {
  const gate = join(mkdtempSync(join(tmpdir(), "signalbox-e2e-gate-")), "open");
  const script = `echo at work\nuntil [ -e ${gate} ]; do sleep 0.1; done\necho all done\n`;
  return { script, release: () => !existsSync(gate) && writeFileSync(gate, "") };
}
