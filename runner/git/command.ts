import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DISK_FULL, type KnownFailure, REMOTE_FAILURES } from "@/runner/git/failures";
import { IdleTimer } from "@/runner/git/idle-timer";
import { LFS_CONFIG, LFS_FAILED } from "@/runner/git/lfs";
import { ProgressFilter } from "@/runner/git/progress";
import { TaskProblem } from "@/runner/job/problem";
import type { Stopper } from "@/runner/job/stop";
import { type Ladder, type OutputHandler, startProcess } from "@/runner/process";
import type { Environment } from "@/runner/process/environment";

const MAX_KEPT_BYTES = 256 * 1024;
/** git cleans up its repositories on SIGTERM. */
const GIT_LADDER: Ladder = [{ signal: "SIGTERM", to: "group", waitMs: 5_000 }];

/**
 * A file, because settings in the environment don't reach the other side of a local fetch. It disables hooks and other
 * code of a repository, and pruning, because checkouts share the mirrors' objects. Whatever is fetched stays a pack, because git
 * shows no progress while it unpacks one; to repack those of a large repository, too, would take long. What deleted branches
 * leave goes into a pack of its own: as loose objects, they would have every fetch repack once there are thousands.
 */
const GIT_CONFIG = `[safe]
	directory = *
[core]
	hooksPath = /dev/null
	fsmonitor = false
[credential]
	helper =
[gc]
	autoDetach = false
	pruneExpire = never
	bigPackThreshold = 256m
	cruftPacks = true
[fetch]
	recurseSubmodules = false
	unpackLimit = 1
[submodule]
	recurse = false
[http]
	lowSpeedLimit = 1
	lowSpeedTime = 60
[advice]
	detachedHead = false
[init]
	defaultBranch = main
`;

export async function writeGitConfig(dataDir: string): Promise<string> {
  const path = join(dataDir, "gitconfig");
  await writeFile(path, GIT_CONFIG, { mode: 0o600 });
  await writeFile(withLfs(path), `${GIT_CONFIG}${LFS_CONFIG}`, { mode: 0o600 });
  return path;
}

/** The file to use where git-lfs is installed; without it, this one would let every checkout of Git LFS fail. */
export const withLfs = (configFile: string): string => `${configFile}-lfs`;

/** Environment of all our git commands. Without `file` for URLs that come from a repository itself (submodules). */
export function gitEnvironment(configFile: string, protocols = "file:git:http:https:ssh"): Environment {
  return {
    GIT_CONFIG_GLOBAL: configFile,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_ADVICE: "0",
    LC_ALL: "C",
  };
}

export type GitContext = {
  env: Environment;
  stopper: Stopper;
  onError: OutputHandler;
  /** Maximum time without output from the server. */
  silenceMs: number;
  /** How much of the output is kept; the rest is dropped. */
  maxOutputBytes?: number;
};

/** Servers report progress while they count a large repository's objects, so longer silence means a dead connection. */
export const GIT_SILENCE_MS = 120_000;

/** Runs git and resolves with its output; its stderr is streamed to the log, and the error contains a summary. */
export async function runGit(context: GitContext, cwd: string, args: string[]): Promise<string> {
  const complaints = new HeadBuffer();
  const run = await startGit(context, cwd, args, (bytes) => {
    complaints.add(bytes);
    return context.onError(bytes);
  });
  const exit = await context.stopper.watch(run.process, GIT_LADDER);
  if (exit.code === 0) return run.output.text;
  throw new GitFailure(args[0] ?? "", exit.code, complaints.text, [DISK_FULL, LFS_FAILED]);
}

/**
 * Like runGit, for commands that talk to a server; aborts when the server is silent for too long. The arguments of what downloads
 * include `--progress` and no `--quiet`, which silences the download itself; what git says of its progress is kept out of the log.
 */
export async function runRemoteGit(context: GitContext, cwd: string, args: string[]): Promise<string> {
  const complaints = new HeadBuffer();
  const filter = new ProgressFilter();
  const pass = (bytes: Buffer) => {
    complaints.add(bytes);
    return bytes.length > 0 ? context.onError(bytes) : undefined;
  };
  const idle = new IdleTimer(context.silenceMs, () => filter.worksAlone);
  const run = await startGit(context, cwd, args, (bytes) => {
    idle.reset();
    return pass(filter.push(bytes));
  });
  try {
    const ended = context.stopper.watch(run.process, GIT_LADDER);
    idle.start(() => run.process.stop(GIT_LADDER));
    const exit = await ended;
    await pass(filter.end());
    if (exit.code === 0) return run.output.text;
    throw new GitFailure(args[0] ?? "", exit.code, complaints.text, [DISK_FULL, LFS_FAILED, ...REMOTE_FAILURES]);
  } catch (error) {
    if (!idle.expired || context.stopper.cause !== null) throw error;
    const seconds = Math.round(context.silenceMs / 1_000);
    const problem = `the git server has not said anything for ${seconds} seconds`;
    throw new TaskProblem("git_failed", problem, { code: "unreachable" });
  } finally {
    idle.end();
  }
}

async function startGit(
  { env, stopper, maxOutputBytes }: GitContext,
  cwd: string,
  args: string[],
  onError: OutputHandler,
) {
  const output = new HeadBuffer(maxOutputBytes);
  stopper.check();
  const onOutput = (bytes: Buffer) => output.add(bytes);
  const process = await startProcess({ command: "git", args, env: { ...env, PWD: cwd }, cwd, onOutput, onError });
  return { process, output };
}

/** git exited with an error; `complaints` is its stderr. */
export class GitFailure extends TaskProblem {
  constructor(
    readonly verb: string,
    readonly code: number | null,
    readonly complaints: string,
    failures: readonly KnownFailure[],
  ) {
    const known = failures.find(({ sign }) => sign.test(complaints));
    const fingerprint = FINGERPRINT.exec(complaints)?.[0] ?? "";
    const text = known?.text.replace("%", fingerprint) ?? `git ${verb} ended with exit code ${code}`;
    super(known?.reason ?? "git_failed", text, known?.code ? { code: known.code, subject: fingerprint } : null);
  }
}

const FINGERPRINT = /SHA256:[\w+/=]+/;

/** Keeps the first bytes of a stream. */
class HeadBuffer {
  private readonly parts: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly most = MAX_KEPT_BYTES) {}

  add(bytes: Buffer): void {
    if (this.bytes < this.most) this.parts.push(bytes);
    this.bytes += bytes.length;
  }

  get text(): string {
    return Buffer.concat(this.parts).toString();
  }
}
