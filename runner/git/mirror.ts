import { whenAborted } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import type { GitContext } from "@/runner/git/command";
import { isDamage, mayBeDamage } from "@/runner/git/damage";
import { type Fetched, fetchInto, removeUnfinished, type Wanted } from "@/runner/git/fetch";
import { newestMirror, replacedMirrors, replaceMirror } from "@/runner/git/mirror-folders";
import { discardTree } from "@/runner/workspace";

const REPLACED = "signalbox: the runner's copy of this repository is no longer usable, so it is cloned again";

/** Bare copies of repositories, one per URL, so that an attempt only fetches what is new. */
export class MirrorCache {
  private readonly queues = new Map<string, Promise<unknown>>();
  /** Mirrors used by this process; the others may contain leftovers of a crashed one. */
  private readonly used = new Set<string>();
  private mayHaveReplaced = true;

  constructor(private readonly dataDir: string) {}

  /**
   * Fetches what is wanted, and has something done with it in the mirror. If git fails in either because the mirror is damaged,
   * a new one takes its place, and both are done once more.
   */
  async use<Result>(
    git: GitContext,
    wanted: Wanted,
    say: (text: string) => void,
    work: (fetched: Fetched) => Promise<Result>,
  ): Promise<Result> {
    const { url } = wanted.source;
    let mirror = "";
    const attempt = async () => {
      const fetched = await this.serialize(url, git, async () => {
        mirror = newestMirror(this.dataDir, url);
        return this.fetch(mirror, git, wanted);
      });
      return work(fetched);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!mayBeDamage(error)) throw error;
      const isReplaced = await this.serialize(url, git, () => this.replaceIfDamaged(mirror, url, git, error));
      if (!isReplaced) throw error;
      say(REPLACED);
      return attempt();
    }
  }

  /** Removes mirrors that were replaced. Call it only while nothing runs. */
  removeReplaced(): void {
    if (!this.mayHaveReplaced) return;
    this.mayHaveReplaced = false;
    for (const mirror of replacedMirrors(this.dataDir)) void discardTree(mirror);
  }

  private async fetch(mirror: string, git: GitContext, wanted: Wanted): Promise<Fetched> {
    if (!this.used.has(mirror)) await removeUnfinished(mirror);
    this.used.add(mirror);
    try {
      return await fetchInto(mirror, inMirror(git, mirror), wanted);
    } catch (error) {
      await removeUnfinished(mirror);
      throw error;
    }
  }

  /** True if there is another mirror now; an attempt that failed in the same one may have found it damaged before. */
  private async replaceIfDamaged(mirror: string, url: string, git: GitContext, error: unknown): Promise<boolean> {
    if (newestMirror(this.dataDir, url) !== mirror) return true;
    if (!(await isDamage(error, mirror, inMirror(git, mirror)))) return false;
    replaceMirror(this.dataDir, url);
    this.mayHaveReplaced = true;
    notice(`${mirror} is damaged: its repository is cloned again`);
    return true;
  }

  /** One at a time for each URL. A stopped attempt leaves the queue immediately; the others keep their order. */
  private async serialize<Result>(url: string, git: GitContext, work: () => Promise<Result>): Promise<Result> {
    const before = this.queues.get(url) ?? Promise.resolve();
    const mine = before.then(() => {
      git.stopper.check();
      return work();
    });
    const settled = mine.catch(() => undefined);
    this.queues.set(url, settled);
    void settled.then(() => {
      if (this.queues.get(url) === settled) this.queues.delete(url);
    });
    await Promise.race([before, whenAborted(git.stopper.signal)]);
    git.stopper.check();
    return mine;
  }
}

/** Without it, git takes a mirror whose HEAD is gone for a folder of the repository around it, and fetches into that one. */
const inMirror = (git: GitContext, mirror: string): GitContext => ({ ...git, env: { ...git.env, GIT_DIR: mirror } });
