import { mkdir, symlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { Job } from "@/lib/protocol/job";
import { findRequirements, type Requirement } from "@/runner/apps/ansible/requirements";
import { type SearchPaths, searchPaths } from "@/runner/apps/ansible/search-paths";
import { readSmallFile } from "@/runner/job/small-file";

/** Larger files are left to Ansible alone. */
const MAX_BYTES = 256 * 1024;

/** What Ansible will read of a repository, determined before it runs. */
export type AnsibleFiles = { requirements: Requirement[]; paths: SearchPaths };

/** `store`: installed requirements shared between tasks; `scratch`: those of this attempt only. */
export async function readAnsibleFiles(
  repository: string,
  job: Job,
  folders: { store: string; scratch: string },
): Promise<AnsibleFiles> {
  const environment = { ...job.env, ...job.secret_env };
  const settings = await readSettings(repository, environment.ANSIBLE_CONFIG);
  return {
    requirements: await findRequirements(join(repository, dirname(job.playbook)), settings?.text ?? "", folders),
    paths: searchPaths(settings, environment),
  };
}

/** The settings file that Ansible would read when started in the repository. */
async function readSettings(repository: string, named = ""): Promise<{ folder: string; text: string } | null> {
  for (const path of [named && join(repository, named), join(repository, "ansible.cfg"), "/etc/ansible/ansible.cfg"]) {
    const text = path ? await readSmallFile(path, MAX_BYTES) : null;
    if (text !== null) return { folder: dirname(path), text };
  }
  return null;
}

/**
 * On local connections Ansible writes the results of asynchronous steps below $HOME, which is the attempt's own, and
 * looks for them in the home of the account: one folder for both. Without it, such steps fail.
 */
export async function linkAsyncFolder(home: string): Promise<void> {
  const folder = join(userInfo().homedir, ".ansible_async");
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  await symlink(folder, join(home, ".ansible_async")).catch(() => undefined);
}
