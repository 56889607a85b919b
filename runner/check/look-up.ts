import { CHECK_LEASE_SECONDS, type Check, type FinishCheckRequest } from "@/lib/protocol/check";
import type { JobRepository } from "@/lib/protocol/job";
import { sshHostOf } from "@/lib/protocol/known-hosts";
import { beginning, storable } from "@/lib/protocol/storable";
import type { BackgroundJob } from "@/runner/check/background-jobs";
import { type Scratch, type ScratchContext, withScratch } from "@/runner/check/scratch";
import type { ConsoleClient } from "@/runner/client";
import { type GitContext, gitEnvironment, runRemoteGit } from "@/runner/git/command";
import { checkBranch, parseSource, requireLocalFolder } from "@/runner/git/source";
import { knownHostsText } from "@/runner/job/host-keys";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import { Stopped, type Stopper } from "@/runner/job/stop";
import { Keychain } from "@/runner/keys";

/** What a check of a repository needs from the daemon. */
export type CheckContext = ScratchContext & { gitConfig: string; localFolders: readonly string[] | null };

type Host = CheckContext & { client: Pick<ConsoleClient, "beginCheck" | "finishCheck">; instanceId: string };

/** A commit check; when it ends without a report, the server gives it to another runner. */
export const commitCheck = (host: Host): BackgroundJob<Check, FinishCheckRequest> => ({
  name: "commit check",
  giveUpMs: (CHECK_LEASE_SECONDS - 20) * 1_000,
  begin: (id, signal) => host.client.beginCheck(id, { instance_id: host.instanceId }, signal),
  perform: (check, stopper) => lookUpHead(check, host, stopper),
  finish: (id, report, signal) => host.client.finishCheck(id, report, signal),
});

/** A list of branches takes moments; a server that needs longer is gone. */
const SILENCE_MS = 60_000;

/** Asks the repository for the head of its branch; leaves neither process nor file behind. Rejects with Stopped only. */
export const lookUpHead = (check: Check, context: CheckContext, stopper: Stopper): Promise<FinishCheckRequest> =>
  withScratch(context, async (scratch) => {
    try {
      const keys = new Keychain(scratch, scratch.environment, check.known_hosts);
      const commit = await headOf(check.repository, keys, scratch, context, stopper);
      const host = sshHostOf(check.repository.url);
      const seen = (await keys.newKnownHosts()).filter((line) => line.host === host);
      return { commit, problem: "", new_known_hosts: knownHostsText(seen) };
    } catch (error) {
      if (error instanceof Stopped) throw error;
      const problem = storable(beginning(toProblem(error, "git_failed").message, 1000));
      return { commit: null, problem, new_known_hosts: "" };
    }
  });

/** The commit at the head of the branch; throws TaskProblem where there is none to see. Ends the agents it starts. */
export async function headOf(
  { url, branch, key }: JobRepository,
  keys: Keychain,
  { environment }: Scratch,
  { gitConfig, localFolders }: Pick<CheckContext, "gitConfig" | "localFolders">,
  stopper: Stopper,
): Promise<string> {
  const source = parseSource(url);
  await requireLocalFolder(source, localFolders);
  if (branch !== "") checkBranch(branch);
  const refs = refsOf(branch);
  try {
    const env = { ...environment, ...(await keys.gitAccess(source, key)), ...gitEnvironment(gitConfig) };
    const git: GitContext = { env, stopper, onError: () => undefined, silenceMs: SILENCE_MS };
    const commits = commitsIn(await runRemoteGit(git, "/", ["ls-remote", "--quiet", "--", source.url, ...refs]));
    const commit = refs.map((ref) => commits.get(ref)).find(Boolean);
    if (!commit) throw new TaskProblem("git_failed", "the repository has no such branch", { code: "branch_missing" });
    return commit;
  } finally {
    await keys.closeAgents();
  }
}

/** A tag works like a branch, as for a checkout; an annotated one resolves to its commit. */
const refsOf = (branch: string): string[] =>
  branch === "" ? ["HEAD"] : [`refs/heads/${branch}`, `refs/tags/${branch}^{}`, `refs/tags/${branch}`];

/** git also prints refs that merely end with the requested name. */
const commitsIn = (output: string): Map<string, string> =>
  new Map(
    output.split("\n").map((line) => {
      const [commit = "", ref = ""] = line.split("\t");
      return [ref, commit];
    }),
  );
