import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { post, signInBy } from "./people";
import { expect } from "./product";

/** Opens the page of a task that has run the script. */
export async function openTask(page: Page, script: string): Promise<void> {
  await signInBy(page.request, "admin");
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-repo-"));
  writeFileSync(join(folder, "run.sh"), script);
  const { id: project } = await post(page.request, "/projects", { name: `Logs ${Date.now()}` });
  const of = `/project/${project}`;
  const [key] = await (await page.request.get(`/api${of}/keys`)).json();
  const [environment] = await (await page.request.get(`/api${of}/environment`)).json();
  const repository = { name: "r", git_url: folder, git_branch: "", ssh_key_id: key.id };
  const { id: repository_id } = await post(page.request, `${of}/repositories`, repository);
  const template = { name: "Script", app: "bash", playbook: "run.sh", repository_id, environment_id: environment.id };
  const { id: template_id } = await post(page.request, `${of}/templates`, template);
  const { id } = await post(page.request, `${of}/tasks`, { template_id });
  const path = `/api${of}/tasks/${id}`;
  await expect.poll(async () => (await (await page.request.get(path)).json()).end, { timeout: 60_000 }).not.toBeNull();
  await page.goto(`${of}/tasks/${id}`);
}
