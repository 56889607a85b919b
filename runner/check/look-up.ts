import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sshHostOf } from "@/lib/protocol/known-hosts";
import type { Check, FinishCheckRequest, JobRepository } from "@/lib/protocol/runner";
import { type GitContext, gitEnvironment, runRemoteGit } from "@/runner/git/command";
import { requireLocalFolder } from "@/runner/git/local-folders";
import { checkBranch, parseSource } from "@/runner/git/source";
import { knownHostsText } from "@/runner/job/host-keys";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import { Stopped, type Stopper } from "@/runner/job/stop";
import { KeyRing } from "@/runner/keys";
import { type Environment, MARK_VARIABLE } from "@/runner/process/environment";
import { killMarked } from "@/runner/process/sweep";
import { removeWorkspace, socketFolder, type Workspace } from "@/runner/workspace";

/** What a look at a repository needs of the daemon. */
export type CheckContext = {
  dataDir: string;
  gitConfig: string;
  localFolders: readonly string[] | null;
  inherited: Environment;
};

/** A list of branches takes moments; a server that needs longer is gone. */
const SILENCE_MS = 60_000;

const checksFolder = (dataDir: string): string => join(dataDir, "checks");

/** Asks the repository for the head of its branch; leaves neither process nor file behind. Rejects with Stopped only. */
export async function lookUpHead(check: Check, context: CheckContext, stopper: Stopper): Promise<FinishCheckRequest> {
  const place = await makePlace(context.dataDir);
  const env = { ...context.inherited, HOME: place.directory, TMPDIR: place.directory, [MARK_VARIABLE]: place.mark };
  try {
    const keys = await KeyRing.open(place, env, check.known_hosts);
    const git = { env, stopper, onError: () => undefined, silenceMs: SILENCE_MS };
    const seen = await headOf(check.repository, keys, git, context)
      .then((commit) => ({ commit, problem: "" }))
      .finally(() => keys.closeAgents());
    const host = sshHostOf(check.repository.url);
    const learned = (await keys.newKnownHosts()).filter((line) => line.host === host);
    return { ...seen, new_known_hosts: knownHostsText(learned) };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return { commit: null, problem: toProblem(error, "git_failed").message.slice(0, 1000), new_known_hosts: "" };
  } finally {
    await killMarked(place.mark);
    await removeWorkspace(place);
  }
}

type Place = Pick<Workspace, "directory" | "secrets" | "sockets" | "mark">;

/** The folder is named by the mark, so that a later process can find both. */
async function makePlace(dataDir: string): Promise<Place> {
  const mark = randomBytes(16).toString("hex");
  const directory = join(checksFolder(dataDir), mark);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return { directory, mark, secrets: join(directory, "secrets"), sockets: await socketFolder(directory) };
}

/** Ends and removes what a killed process of this runner was looking at. */
export async function forgetOldChecks(dataDir: string): Promise<void> {
  for (const mark of await readdir(checksFolder(dataDir)).catch(() => [])) {
    const directory = join(checksFolder(dataDir), mark);
    await killMarked(mark);
    await removeWorkspace({ directory, sockets: join(directory, "s") });
  }
}

async function headOf(
  { url, branch, key }: JobRepository,
  keys: KeyRing,
  git: GitContext,
  { gitConfig, localFolders }: CheckContext,
): Promise<string> {
  const source = parseSource(url);
  await requireLocalFolder(source, localFolders);
  if (branch !== "") checkBranch(branch);
  const env = { ...git.env, ...(await keys.gitAccess(source, key)), ...gitEnvironment(gitConfig) };
  const refs = refsOf(branch);
  const commits = commitsIn(
    await runRemoteGit({ ...git, env }, "/", ["ls-remote", "--quiet", "--", source.url, ...refs]),
  );
  const commit = refs.map((ref) => commits.get(ref)).find(Boolean);
  if (!commit) throw new TaskProblem("git_failed", "the repository has no such branch");
  return commit;
}

/** A tag does as well as a branch, as for a checkout; an annotated one stands for the commit it was put on. */
const refsOf = (branch: string): string[] =>
  branch === "" ? ["HEAD"] : [`refs/heads/${branch}`, `refs/tags/${branch}^{}`, `refs/tags/${branch}`];

/** git prints refs that merely end in what was asked for, too. */
const commitsIn = (output: string): Map<string, string> =>
  new Map(
    output.split("\n").map((line) => {
      const [commit = "", ref = ""] = line.split("\t");
      return [ref, commit];
    }),
  );
