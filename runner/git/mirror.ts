import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { whenAborted } from "@/runner/client/retry";
import { type GitContext, GitFailure, runGit, runRemoteGit } from "@/runner/git/command";
import type { Source } from "@/runner/git/source";
import { TaskProblem } from "@/runner/job/problem";
import { exists, removeTree } from "@/runner/workspace";

/** Errors caused by a crash during a fetch, or by a branch that became a folder of branches. */
const DAMAGED =
  /\.lock': File exists|cannot lock ref|not a git repository|object file .* is empty|loose object .* is corrupt|bad object|invalid sha1 pointer|index-pack failed|unable to read (sha1 file|tree)/;

export type Fetched = { mirror: string; commit: string };

export const mirrorsFolder = (dataDir: string): string => join(dataDir, "mirrors");

/** Bare copies of repositories, one per URL, so that an attempt only fetches what is new. */
export class MirrorCache {
  private readonly queues = new Map<string, Promise<unknown>>();
  /** Mirrors used by this process; the others may contain leftovers of a crashed one. */
  private readonly used = new Set<string>();

  constructor(private readonly dataDir: string) {}

  /** Fetches the branch and returns the commit to check out. One fetch per mirror at a time. */
  async fetch(git: GitContext, source: Source, branch: string, commit: string | null): Promise<Fetched> {
    const mirror = join(
      mirrorsFolder(this.dataDir),
      createHash("sha256").update(source.url).digest("hex").slice(0, 32),
    );
    const attempt = () => fetchInto(mirror, git, source, branch, commit);
    return this.serialize(mirror, git, async () => {
      if (!this.used.has(mirror)) await removeUnfinished(mirror);
      this.used.add(mirror);
      try {
        return await attempt().catch((error) => {
          if (!isDamage(error)) throw error;
          return removeTree(mirror).then(attempt);
        });
      } catch (error) {
        await removeUnfinished(mirror);
        throw error;
      }
    });
  }

  /** A stopped attempt leaves the queue immediately; the others keep their order. */
  private async serialize<Result>(mirror: string, git: GitContext, work: () => Promise<Result>): Promise<Result> {
    const before = this.queues.get(mirror) ?? Promise.resolve();
    const mine = before.then(() => {
      git.stopper.check();
      return work();
    });
    const settled = mine.catch(() => undefined);
    this.queues.set(mirror, settled);
    void settled.then(() => {
      if (this.queues.get(mirror) === settled) this.queues.delete(mirror);
    });
    await Promise.race([before, whenAborted(git.stopper.signal)]);
    git.stopper.check();
    return mine;
  }
}

async function fetchInto(
  mirror: string,
  git: GitContext,
  source: Source,
  branch: string,
  commit: string | null,
): Promise<Fetched> {
  if (!(await exists(join(mirror, "HEAD")))) {
    await mkdir(mirror, { recursive: true, mode: 0o700 });
    await runGit(git, mirror, ["init", "--quiet", "--bare", "--template="]);
  }
  const head = await fetchBranch(mirror, git, source, branch);
  return { mirror, commit: commit === null ? head : await fullHash(mirror, git, commit) };
}

const isDamage = (error: unknown): boolean =>
  error instanceof GitFailure && error.reason !== "no_space" && DAMAGED.test(error.complaints);

/** Removes partial files of a stopped fetch or a full disk, which git would keep forever. */
async function removeUnfinished(mirror: string): Promise<void> {
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
    "--quiet",
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

async function fullHash(mirror: string, git: GitContext, commit: string): Promise<string> {
  try {
    return await resolveCommit(mirror, git, commit);
  } catch (error) {
    if (error instanceof GitFailure) throw new TaskProblem("git_failed", `the branch has no commit ${commit}`);
    throw error;
  }
}
