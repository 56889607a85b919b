import { mkdir, symlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Job } from "@/lib/protocol/job";
import { findRequirements, type Requirement } from "@/runner/apps/ansible/requirements";
import { type SearchPaths, searchPaths } from "@/runner/apps/ansible/search-paths";
import { readSmallFile } from "@/runner/job/small-file";
import type { Environment } from "@/runner/process/environment";

/** Larger files are left to Ansible alone. */
const MAX_BYTES = 256 * 1024;
const FILE_NAME = "ansible.cfg";

/** What Ansible will read of a repository, determined before it runs. */
export type AnsibleFiles = { requirements: Requirement[]; paths: SearchPaths };

/**
 * `inherited`: the environment of every process of the task; `store`: installed requirements shared between tasks; `scratch`:
 * those of this attempt only.
 */
export async function readAnsibleFiles(
  repository: string,
  job: Job,
  inherited: Environment,
  folders: { store: string; scratch: string },
): Promise<AnsibleFiles> {
  const environment = { ...inherited, ...job.env, ...job.secret_env };
  const settings = await readSettings(repository, environment);
  return {
    requirements: await findRequirements(
      join(repository, dirname(job.playbook)),
      sourceOf(settings?.text ?? "", environment, job),
      folders,
    ),
    paths: searchPaths(settings, environment),
  };
}

/** What decides where requirements come from: what one project's servers gave must not count as another's. */
function sourceOf(settings: string, environment: Environment, { inventory }: Job): string {
  const decides = ([name]: [string, string]) => name === "ANSIBLE_CONFIG" || name.startsWith("ANSIBLE_GALAXY_");
  const variables = Object.entries(environment).filter(decides).sort();
  const key = inventory?.key?.type === "ssh" ? inventory.key.private_key : "";
  return variables.length === 0 && key === "" ? settings : JSON.stringify([settings, variables, key]);
}

/** The settings file that Ansible would read when started in the repository. */
async function readSettings(
  repository: string,
  environment: Environment,
): Promise<{ folder: string; text: string } | null> {
  const named = resolve(repository, expanded(environment.ANSIBLE_CONFIG ?? "", environment));
  const personal = expanded("~/.ansible.cfg", environment);
  const paths = [named, join(named, FILE_NAME), join(repository, FILE_NAME), personal, join("/etc/ansible", FILE_NAME)];
  for (const path of paths) {
    const text = await readSmallFile(path, MAX_BYTES);
    if (text !== null) return { folder: dirname(path), text };
  }
  return null;
}

/** Ansible's way to read a path: with variables, and with ~ for the home. */
const expanded = (path: string, environment: Environment): string =>
  path
    .replaceAll(/\$(?:(\w+)|\{([^}]*)\})/g, (text, plain, braced) => environment[plain ?? braced] ?? text)
    .replace(/^~(?=\/|$)/, () => environment.HOME ?? "~");

/**
 * On local connections Ansible writes the results of asynchronous steps below $HOME, which is the attempt's own, and
 * looks for them in the home of the account: one folder for both. Without it, such steps fail.
 */
export async function linkAsyncFolder(home: string): Promise<void> {
  const folder = join(userInfo().homedir, ".ansible_async");
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  await symlink(folder, join(home, ".ansible_async")).catch(() => undefined);
}
