import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import { whenAborted } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import type { GitContext } from "@/runner/git/command";
import { isDamaged, type Sign, signOf } from "@/runner/git/damage";
import { fetchInto, fullHash, removeUnfinished, type Wanted } from "@/runner/git/fetch";
import { newestMirror, replacedMirrors, replaceMirror } from "@/runner/git/mirror-folders";
import { Stopped } from "@/runner/job/stop";
import { removeTree } from "@/runner/tree";

const CHECKED = `${NOTE_PREFIX}the runner's copy of this repository may be damaged, so it is checked`;
const REPLACED = `${NOTE_PREFIX}the runner's copy of this repository is no longer usable, so it is cloned again`;

type Fetched = { mirror: string; commit: string };
/** An attempt that wants a mirror to be fetched; `mirror`: into which it was. */
type Asker = { git: GitContext; mirror: string };
/** A fetch for all that ask before it begins. The first that is not stopped fetches for all. */
type SharedFetch = { askers: Asker[]; fetcher: Asker | null; ended: Promise<string> };
/** An attempt that failed in a mirror; `began` is of the process's own clock. */
type Failed = { mirror: string; url: string; git: GitContext; began: number; say(text: string): void };

/** Bare copies of repositories, one per URL, so that an attempt only fetches what is new. */
export class MirrorCache {
  private readonly queues = new Map<string, Promise<unknown>>();
  /** Fetches that have not begun. */
  private readonly waiting = new Map<string, SharedFetch>();
  /** Mirrors used by this process; the others may contain leftovers of a crashed one. */
  private readonly used = new Set<string>();
  /** When a check last found nothing in a mirror; what began before need not check it again. */
  private readonly checked = new Map<string, number>();
  private mayHaveReplaced = true;
  private removalProblem = "";

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
    const began = performance.now();
    const asker: Asker = { git, mirror: "" };
    const attempt = async () => {
      const tip = await this.fetch(asker, wanted);
      const { mirror } = asker;
      const { commit } = wanted;
      return work({ mirror, commit: commit === null ? tip : await fullHash(mirror, inMirror(git, mirror), commit) });
    };
    try {
      return await attempt();
    } catch (error) {
      const { mirror } = asker;
      const sign = signOf(error, mirror);
      if (sign === "unrelated") throw error;
      const failed = { mirror, url, git, began, say };
      const isReplaced = await this.serialize(url, git, () => this.replaceIfDamaged(sign, failed));
      if (!isReplaced) throw error;
      say(REPLACED);
      return attempt();
    }
  }

  /** Removes mirrors that were replaced; the next call tries those again that resist. Call it only while nothing runs. */
  removeReplaced(): void {
    if (!this.mayHaveReplaced) return;
    this.mayHaveReplaced = false;
    this.removeAllReplaced().catch((error) => {
      this.mayHaveReplaced = true;
      const problem = `replaced copies of repositories could not be removed: ${error}`;
      if (problem !== this.removalProblem) notice(problem);
      this.removalProblem = problem;
    });
  }

  private async removeAllReplaced(): Promise<void> {
    const results = await Promise.allSettled(replacedMirrors(this.dataDir).map(removeTree));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** By a fetch that has not begun yet: the server may have changed, or refuse the key, since an earlier one. */
  private async fetch(asker: Asker, wanted: Wanted): Promise<string> {
    const { stopper } = asker.git;
    const shared = this.shareFetch(wanted);
    shared.askers.push(asker);
    try {
      await Promise.race([shared.ended, whenAborted(stopper.signal)]);
      if (shared.fetcher !== asker) stopper.check();
      return await shared.ended;
    } catch (error) {
      if (!(error instanceof Stopped) || stopper.cause !== null) throw error;
      // Another's stop ended it.
      return this.fetch(asker, wanted);
    }
  }

  private shareFetch(wanted: Wanted): SharedFetch {
    const { source, access, branch } = wanted;
    const id = JSON.stringify([source, access, branch]);
    const waiting = this.waiting.get(id);
    if (waiting) return waiting;
    const begin = () => {
      this.waiting.delete(id);
      return this.fetchFor(shared, wanted);
    };
    const shared: SharedFetch = { askers: [], fetcher: null, ended: this.enqueue(source.url, begin) };
    this.waiting.set(id, shared);
    return shared;
  }

  private async fetchFor(shared: SharedFetch, wanted: Wanted): Promise<string> {
    const present = () => shared.askers.filter(({ git }) => git.stopper.cause === null);
    const [fetcher] = present();
    if (!fetcher) throw new Stopped();
    shared.fetcher = fetcher;
    const mirror = newestMirror(this.dataDir, wanted.source.url);
    for (const asker of shared.askers) asker.mirror = mirror;
    const onError = async (bytes: Buffer) => {
      await Promise.all(present().map(({ git }) => git.onError(bytes)));
    };
    return this.fetchIn(mirror, { ...fetcher.git, onError }, wanted);
  }

  private async fetchIn(mirror: string, git: GitContext, wanted: Wanted): Promise<string> {
    if (!this.used.has(mirror)) await removeUnfinished(mirror);
    this.used.add(mirror);
    try {
      return await fetchInto(mirror, inMirror(git, mirror), wanted);
    } catch (error) {
      await removeUnfinished(mirror);
      throw error;
    }
  }

  /**
   * True if there is another mirror now; an attempt that failed in the same one may have found it damaged before. Whatever keeps
   * the runner from replacing it is noted here, because the error of git explains more to the task.
   */
  private async replaceIfDamaged(sign: Sign, failed: Failed): Promise<boolean> {
    const { mirror, url } = failed;
    try {
      if (newestMirror(this.dataDir, url) !== mirror) return true;
      if (sign === "unclear" && !(await this.hasDamage(failed))) return false;
      replaceMirror(this.dataDir, url);
    } catch (problem) {
      if (problem instanceof Stopped) throw problem;
      notice(`${mirror} may be damaged, and could not be replaced: ${problem}`);
      return false;
    }
    this.mayHaveReplaced = true;
    notice(`${mirror} is damaged: its repository is cloned again`);
    return true;
  }

  private async hasDamage({ mirror, git, began, say }: Failed): Promise<boolean> {
    if (began < (this.checked.get(mirror) ?? 0)) return false;
    say(CHECKED);
    const found = await isDamaged(mirror, inMirror(git, mirror));
    if (!found) this.checked.set(mirror, performance.now());
    return found;
  }

  /** One at a time for each URL. A stopped attempt leaves the queue immediately; the others keep their order. */
  private async serialize<Result>(url: string, git: GitContext, work: () => Promise<Result>): Promise<Result> {
    const before = this.queues.get(url);
    const mine = this.enqueue(url, () => {
      git.stopper.check();
      return work();
    });
    await Promise.race([before, whenAborted(git.stopper.signal)]);
    git.stopper.check();
    return mine;
  }

  private enqueue<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (this.queues.get(url) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.queues.set(url, settled);
    void settled.then(() => {
      if (this.queues.get(url) === settled) this.queues.delete(url);
    });
    return mine;
  }
}

/** Without it, git takes a mirror whose HEAD is gone for a folder of the repository around it, and fetches into that one. */
const inMirror = (git: GitContext, mirror: string): GitContext => ({ ...git, env: { ...git.env, GIT_DIR: mirror } });
