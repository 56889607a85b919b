import { stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_SUBJECT_LENGTH } from "@/lib/protocol/commits";
import type { JobRepository } from "@/lib/protocol/job";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import { beginning, storable } from "@/lib/protocol/storable";
import { type GitContext, GitFailure, gitEnvironment, runGit, runRemoteGit, withLfs } from "@/runner/git/command";
import { hasLfs, lfsEnvironment, namesLfs } from "@/runner/git/lfs";
import type { MirrorCache } from "@/runner/git/mirror";
import {
  checkBranch,
  checkCommit,
  displayUrl,
  parseSource,
  requireLocalFolder,
  type Source,
} from "@/runner/git/source";
import { requireLinksInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import type { Keychain } from "@/runner/keys";
import { exists, removeTree } from "@/runner/tree";

type Commit = { hash: string; message: string };
export type Checkout = { directory: string; commit: Commit | null };

export type CheckoutRequest = {
  repository: JobRepository;
  /** Exactly this commit; null: the tip of the branch. */
  commitHash: string | null;
  /** Target of the checkout; a local working directory is used in place. */
  directory: string;
  git: GitContext;
  gitConfig: string;
  /** Folders of this machine allowed for local repositories; null: all. */
  localFolders: readonly string[] | null;
  keys: Keychain;
  mirrors: MirrorCache;
  say(text: string): void;
};

const MAX_MODULES_BYTES = 64 * 1024;
const NO_LFS = `${NOTE_PREFIX}git-lfs is not installed on this runner: the files that this repository keeps in Git LFS are only pointers`;

/** Makes a repository's files available to one attempt. Throws TaskProblem with a readable reason. */
export async function checkOut(request: CheckoutRequest): Promise<Checkout> {
  const source = parseSource(request.repository.url);
  await requireLocalFolder(source, request.localFolders);
  if (request.repository.branch !== "") checkBranch(request.repository.branch);
  if (request.commitHash !== null) checkCommit(request.commitHash);
  const inPlace = await folderInPlace(source, request);
  return inPlace === null ? checkOutPrivately(source, request) : workInPlace(inPlace, request);
}

type PlaceRequest = Pick<CheckoutRequest, "repository" | "commitHash" | "git" | "gitConfig">;

/** The local folder that is used as it is; null: the repository has to be cloned. */
export async function folderInPlace(source: Source, request: PlaceRequest): Promise<string | null> {
  const folder = source.kind === "local" ? await localDirectory(source.url) : null;
  return folder !== null && (await isWanted(folder, request)) ? folder : null;
}

/** The directory itself if it has a working tree; null for a bare repository, which can only be cloned. */
export async function localDirectory(path: string): Promise<string | null> {
  const of = (name: string) => exists(join(path, name));
  const [found, hasObjects] = await Promise.all([stat(path).catch(() => null), of("objects")]);
  if (!found?.isDirectory()) {
    const finding = { code: "folder_missing", subject: path } as const;
    throw new TaskProblem("git_failed", `there is no directory ${path} on this runner`, finding);
  }
  const isBare = hasObjects && (await of("refs")) && (await of("HEAD"));
  return isBare ? null : path;
}

/** Whether a folder can be used in place; a given commit or another branch needs a separate checkout. */
async function isWanted(directory: string, request: PlaceRequest): Promise<boolean> {
  const { branch, branch_chosen } = request.repository;
  if (request.commitHash !== null) return false;
  if (!branch_chosen) return true;
  if (!(await isGit(directory)))
    throw new TaskProblem("git_failed", `git_branch: ${directory} is no git repository, so it has no branch ${branch}`);
  // Fails with a detached HEAD.
  const current = await runGit(quietGit(request), directory, ["symbolic-ref", "--short", "HEAD"]).catch(() => "");
  return current.trim() === branch;
}

const isGit = (directory: string): Promise<boolean> => exists(join(directory, ".git"));

/** Its error output doesn't belong in the task's log. */
const quietGit = ({ git, gitConfig }: PlaceRequest): GitContext => ({
  ...git,
  env: { ...git.env, ...gitEnvironment(gitConfig) },
  onError: () => undefined,
});

async function workInPlace(directory: string, request: CheckoutRequest): Promise<Checkout> {
  request.say(`Using ${directory} in place`);
  if (!(await isGit(directory))) return { directory, commit: null };
  // A repository without commits is usable; there is just no commit to record.
  const commit = await readCommit(quietGit(request), directory, "HEAD").catch(() => null);
  return { directory, commit };
}

async function checkOutPrivately(source: Source, request: CheckoutRequest): Promise<Checkout> {
  const { repository, directory } = request;
  const { git } = request;
  try {
    const env = { ...git.env, ...(await request.keys.gitAccess(source, repository.key)) };
    request.say(`Cloning ${displayUrl(source.url)} ${repository.branch}`.trimEnd());
    const config = hasLfs(env) ? withLfs(request.gitConfig) : request.gitConfig;
    const own = { ...git, env: { ...env, ...gitEnvironment(config) } };
    const access = request.keys.accessWith(repository.key);
    const wanted = { source, access, branch: repository.branch, commit: request.commitHash };
    const commit = await request.mirrors.use(own, wanted, request.say, async (fetched) => {
      await cloneFromMirror(own, fetched.mirror, directory, source, request, fetched.commit);
      return fetched.commit;
    });
    const foreign = { ...git, env: { ...env, ...gitEnvironment(config, "git:http:https:ssh") } };
    await updateSubmodules(foreign, directory);
    // Any of them may be read because of where it lies: group_vars, roles, modules of a plan.
    await requireLinksInside(directory, ".", { deep: true });
    if (config === request.gitConfig && (await namesLfs(directory))) request.say(NO_LFS);
    const checkedOut = await readCommit(own, directory, commit);
    request.say(`Checked out ${checkedOut.hash.slice(0, 10)} ${checkedOut.message}`.trimEnd());
    return { directory, commit: checkedOut };
  } finally {
    await request.keys.closeAgents();
  }
}

/** Shares the mirror's objects, so that a checkout only costs its files; `origin` is the repository itself. */
async function cloneFromMirror(
  git: GitContext,
  mirror: string,
  directory: string,
  source: Source,
  request: CheckoutRequest,
  commit: string,
): Promise<void> {
  // A damaged mirror may have left half a checkout.
  await removeTree(directory);
  const clone = ["clone", "--quiet", "--shared", "--no-checkout", "--template=", "--", mirror, directory];
  await runGit({ ...git, onError: () => undefined }, "/", clone).catch(async (error) => {
    // Only then, as a mirror that was fetched by commit has no branches, and git would warn of an empty repository.
    if (error instanceof GitFailure) await git.onError(Buffer.from(error.complaints));
    throw error;
  });
  await runGit(git, directory, ["remote", "set-url", "origin", source.url]);
  const { branch } = request.repository;
  const onBranch = request.commitHash === null && branch !== "";
  await runGit({ ...git, env: { ...git.env, ...lfsEnvironment(source, mirror) } }, directory, [
    "checkout",
    "--quiet",
    "--force",
    ...(onBranch ? ["-B", branch] : ["--detach"]),
    commit,
  ]);
}

async function updateSubmodules(git: GitContext, directory: string): Promise<void> {
  if (!(await exists(join(directory, ".gitmodules")))) return;
  if ((await readSmallFile(join(directory, ".gitmodules"), MAX_MODULES_BYTES))?.trim() === "") return;
  await runRemoteGit(git, directory, ["submodule", "update", "--progress", "--init", "--recursive", "--force"]);
}

async function readCommit(git: GitContext, directory: string, revision: string): Promise<Commit> {
  const [hash = "", message = ""] = (
    await runGit(git, directory, ["log", "-1", "--no-show-signature", "--format=%H%n%s", revision])
  ).split("\n");
  return { hash, message: storable(beginning(message, MAX_SUBJECT_LENGTH)) };
}
