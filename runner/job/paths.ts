import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { appFamily } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { limitFiles } from "@/lib/protocol/limit-files";
import { isInside, requireInside, requireLinksInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";

/** Roots of the checkouts, and the requirements files to install. */
type Paths = { repository: string; inventoryRepository: string | null; requirements: string[] };

/**
 * Every path that a job names has to stay in its checkout: a symbolic link, or an @ in a limit, would print other files of the
 * runner in the log. A private checkout has no links that lead out; a folder used in place may, except where this looks.
 */
export async function checkPaths(job: Job, { repository, inventoryRepository, requirements }: Paths): Promise<void> {
  const family = appFamily(job.app);
  // A playbook folder may be written relative to the repository's root.
  await requireInside(repository, family === "terraform" || family === "pulumi" ? `./${job.playbook}` : job.playbook);
  if (family === "terraform" || family === "pulumi")
    await requireLinksInside(repository, job.playbook, { deep: false });
  if (family !== "ansible") return;
  for (const path of ["ansible.cfg", ...requirements]) await requireInside(repository, path);
  await requireLimitInside(repository, job);
  for (const { script } of job.vaults) if (script) await requireProgram(repository, script);
  if (job.inventory?.type !== "file") return;
  const root = (job.inventory.repository && inventoryRepository) ?? repository;
  await requireInside(root, job.inventory.content);
  await requireLinksInside(root, job.inventory.content, { deep: true });
}

/** Ansible takes the text of a file that it cannot run for the password itself. */
async function requireProgram(repository: string, script: string): Promise<void> {
  await requireInside(repository, script);
  await access(join(repository, script), constants.X_OK).catch(() => {
    throw new TaskProblem("repository_invalid", `the vault script ${script} is missing or not executable`);
  });
}

async function requireLimitInside(repository: string, { limit }: Job): Promise<void> {
  const files = limitFiles(limit);
  const inside = files && (await Promise.all(files.map((file) => isInside(repository, file))));
  if (inside && !inside.includes(false)) return;
  throw new TaskProblem("settings_invalid", `the limit ${limit} may name a file outside of the repository`);
}
