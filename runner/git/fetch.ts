import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type GitContext, GitFailure, runGit, runRemoteGit } from "@/runner/git/command";
import type { Source } from "@/runner/git/source";
import { TaskProblem } from "@/runner/job/problem";
import { exists } from "@/runner/tree";

/** `commit`: exactly this one; null: the tip of the branch. */
export type Wanted = { source: Source; branch: string; commit: string | null };
export type Fetched = { mirror: string; commit: string };

/** Fetches the branch into a mirror, which is made if it is not there, and finds the commit to check out. */
export async function fetchInto(mirror: string, git: GitContext, { source, branch, commit }: Wanted): Promise<Fetched> {
  if (!(await exists(join(mirror, "HEAD")))) {
    await mkdir(mirror, { recursive: true, mode: 0o700 });
    await runGit(git, mirror, ["init", "--quiet", "--bare", "--template="]);
  }
  const head = await fetchBranch(mirror, git, source, branch);
  return { mirror, commit: commit === null ? head : await fullHash(mirror, git, commit) };
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
  return fetchedHead(mirror);
}

async function fetchRef(mirror: string, git: GitContext, source: Source, ref: string): Promise<void> {
  const target = ref === "HEAD" ? "refs/signalbox/head" : ref;
  await runRemoteGit(git, mirror, [
    "fetch",
    "--progress",
    "--force",
    "--no-write-commit-graph",
    "--",
    source.url,
    `+${ref}:${target}`,
  ]);
}

const resolveCommit = async (mirror: string, git: GitContext, name: string): Promise<string> =>
  (await runGit(git, mirror, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`])).trim();

/** Reading FETCH_HEAD saves a process; its first line is the requested ref. */
async function fetchedHead(mirror: string): Promise<string> {
  const hash = /^[0-9a-f]{40,64}/.exec(await readFile(join(mirror, "FETCH_HEAD"), "utf8"))?.[0];
  if (!hash) throw new TaskProblem("git_failed", "git did not say what it fetched");
  return hash;
}

/** A commit that is not found may be one that a damaged mirror has lost, so the error keeps its cause. */
async function fullHash(mirror: string, git: GitContext, commit: string): Promise<string> {
  try {
    return await resolveCommit(mirror, git, commit);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const problem = new TaskProblem("git_failed", `the branch has no commit ${commit}`);
    problem.cause = error;
    throw problem;
  }
}
