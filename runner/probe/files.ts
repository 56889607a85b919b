import { opendir } from "node:fs/promises";
import { join, relative } from "node:path";
import { MAX_PATH_LENGTH, MAX_PATHS, type ProbeFacts, type ProbeOf } from "@/lib/protocol/probe";
import { folderInPlace } from "@/runner/git";
import { GIT_SILENCE_MS, type GitContext, gitEnvironment, runGit } from "@/runner/git/command";
import { checkBranch, parseSource, requireLocalFolder, type Source } from "@/runner/git/source";
import type { ProbeSetup } from "@/runner/probe/setup";

/** Limit of git's list: enough for a hundred thousand paths. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** In a folder that is used in place. */
const MAX_SEEN = 20_000;
/** A report has to fit into a request. */
const MAX_REPORT_BYTES = 400 * 1024;

/** The paths of a repository's files, for a form to choose from: those near the root first, if there are too many. */
export async function listFiles({ repository }: ProbeOf<"files">, setup: ProbeSetup): Promise<ProbeFacts> {
  const { scratch, context, stopper } = setup;
  const source = parseSource(repository.url);
  await requireLocalFolder(source, context.localFolders);
  if (repository.branch !== "") checkBranch(repository.branch);
  const git = { env: scratch.environment, stopper, onError: () => undefined, silenceMs: GIT_SILENCE_MS };
  const folder = await folderInPlace(source, { repository, commitHash: null, git, gitConfig: context.gitConfig });
  const paths = folder === null ? await pathsOfBranch(source, repository, git, setup) : await pathsBelow(folder);
  return bounded(paths);
}

async function pathsOfBranch(
  source: Source,
  { branch, key }: ProbeOf<"files">["repository"],
  git: GitContext,
  { keys, context }: ProbeSetup,
): Promise<string[]> {
  try {
    const env = { ...git.env, ...(await keys.gitAccess(source, key)), ...gitEnvironment(context.gitConfig) };
    const own: GitContext = { ...git, env, maxOutputBytes: MAX_LIST_BYTES };
    const wanted = { source, access: keys.accessWith(key), branch, commit: null };
    const list = await context.mirrors.use(
      own,
      wanted,
      () => undefined,
      ({ mirror, commit }) => runGit(own, mirror, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]),
    );
    // What follows the last NUL was cut off.
    return list.split("\0").slice(0, -1);
  } finally {
    await keys.closeAgents();
  }
}

async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of filesBelow(folder)) {
    if (paths.push(relative(folder, path)) >= MAX_SEEN) break;
  }
  return paths;
}

/** Regular files only, no symbolic links; those near the root first. */
export async function* filesBelow(root: string): AsyncGenerator<string> {
  const folders = [root];
  for (const folder of folders) {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && entry.name !== ".git") folders.push(path);
    }
  }
}

const depthOf = (path: string): number => path.split("/").length;

function bounded(all: string[]): ProbeFacts {
  const fitting = all.filter((path) => path.length <= MAX_PATH_LENGTH && !/[\p{Cc}\p{Surrogate}\uFFFD]/u.test(path));
  fitting.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const paths: string[] = [];
  let bytes = 0;
  for (const path of fitting) {
    bytes += Buffer.byteLength(path) + 3;
    if (paths.length >= MAX_PATHS || bytes > MAX_REPORT_BYTES) break;
    paths.push(path);
  }
  return { paths, more: paths.length < fitting.length };
}
