import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type GitContext, GitFailure, runGit, runRemoteGit } from "@/runner/git/command";
import type { Source } from "@/runner/git/source";
import { TaskProblem } from "@/runner/job/problem";
import { exists } from "@/runner/tree";

/**
 * `commit`: exactly this one; null: the tip of the branch. `access` is equal for attempts that may use what another has fetched
 * from the source.
 */
export type Wanted = { source: Source; access: string; branch: string; commit: string | null };

/**
 * All that a clone has, because scripts compare branches and describe commits by tags. The wanted ref comes first, by name: without
 * it, git fails before it removes anything, so that a server that shows nothing by mistake costs no copy.
 */
const REFS = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];

/**
 * Brings a mirror, which is made if it is not there, up to date, and resolves with the tip of the branch. What the server has
 * deleted goes, too.
 */
export async function fetchInto(mirror: string, git: GitContext, { source, branch }: Wanted): Promise<string> {
  if (!(await exists(join(mirror, "HEAD")))) {
    await mkdir(mirror, { recursive: true, mode: 0o700 });
    await runGit(git, mirror, ["init", "--quiet", "--bare", "--template="]);
  }
  return fetchBranch(mirror, git, source, branch);
}

/** Removes partial files of a stopped fetch or a full disk, which git would keep forever. */
export async function removeUnfinished(mirror: string): Promise<void> {
  const objects = join(mirror, "objects");
  for (const folder of await readdir(objects).catch(() => [])) {
    for (const name of await readdir(join(objects, folder)).catch(() => [])) {
      if (name.startsWith("tmp_")) await rm(join(objects, folder, name), { force: true });
    }
  }
}

/** Accepts a tag too, like `git clone --branch`. */
async function fetchBranch(mirror: string, git: GitContext, source: Source, branch: string): Promise<string> {
  try {
    await fetchRef(mirror, git, source, branch === "" ? "HEAD" : `refs/heads/${branch}`);
  } catch (error) {
    if (!(error instanceof GitFailure) || branch === "" || !/couldn't find remote ref/.test(error.complaints))
      throw error;
    await fetchRef(mirror, git, source, `refs/tags/${branch}`);
    return resolveCommit(mirror, git, `refs/tags/${branch}`);
  }
  return fetchedHead(mirror, branch);
}

async function fetchRef(mirror: string, git: GitContext, source: Source, ref: string): Promise<void> {
  const target = ref === "HEAD" ? "refs/signalbox/head" : ref;
  await runRemoteGit(git, mirror, [
    "fetch",
    "--progress",
    "--force",
    "--prune",
    "--no-tags",
    "--no-write-commit-graph",
    "--",
    source.url,
    `+${ref}:${target}`,
    ...REFS,
  ]);
}

const resolveCommit = async (mirror: string, git: GitContext, name: string): Promise<string> =>
  (await runGit(git, mirror, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`])).trim();

/** Reading FETCH_HEAD saves a process; its first line is the requested ref, unless git refused it as that of a shallow repository. */
async function fetchedHead(mirror: string, branch: string): Promise<string> {
  const [line = ""] = (await readFile(join(mirror, "FETCH_HEAD"), "utf8")).split("\n", 1);
  const [, hash, name = ""] =
    /^([0-9a-f]{40,64})\t[^\t]*\t(?:branch '(\S+)' of |(?!(?:branch|tag) '))/.exec(line) ?? [];
  if (!hash || name !== branch) throw new TaskProblem("git_failed", "git did not say what it fetched");
  return hash;
}

/** A commit that is not found may be one that a damaged mirror has lost, so the error keeps its cause. */
export async function fullHash(mirror: string, git: GitContext, commit: string): Promise<string> {
  try {
    return await resolveCommit(mirror, git, commit);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const problem = new TaskProblem("git_failed", `the branch has no commit ${commit}`);
    problem.cause = error;
    throw problem;
  }
}
