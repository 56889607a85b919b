import { type GitContext, GitFailure, runGit } from "@/runner/git/command";
import { blamesServer, ownLines } from "@/runner/git/failures";
import { LFS_FAILED } from "@/runner/git/lfs";

/** What a crash, or a branch that became a folder of branches, leaves in the way. */
const BLOCKED = /cannot lock ref/;
/** The system's reasons, at the end of a line. They say nothing about what is stored. */
const SYSTEM_ERROR =
  /: (?:Too many open files|Read-only file system|Permission denied|Operation not permitted|Cannot allocate memory|Resource temporarily unavailable|No space left on device|Disk quota exceeded|File too large|Stale file handle|Device or resource busy)(?: in system)?\.?$|: out of memory|died of signal/im;
/** What fsck says about objects that are stored as their authors made them, or about nothing that is missing. */
const HARMLESS = /^(?:(?:error|warning) in \w+ [0-9a-f]{40,64}: |warning: |notice: |$)/;
/** The exit code of fsck is a sum of these and of others, which are always damage; it counts malformed objects as the first two. */
const [LOOSE_OBJECT, PACK, ALL_FINDINGS] = [1, 4, 63];
const DIED = 128;
/** So many lines are enough to know. */
const MAX_FINDINGS = 1_000;

/** `unclear`: only a check can tell whether the mirror is damaged. */
export type Sign = "damaged" | "unclear" | "unrelated";

/** What an error says about the mirror that git worked with. */
export function signOf(error: unknown, mirror: string): Sign {
  const failure = gitFailureOf(error);
  if (failure === null || failure.reason !== "git_failed" || failure.finding !== null) return "unrelated";
  const { verb, code, complaints } = failure;
  const own = ownLines(complaints).join("\n");
  const isLfs = LFS_FAILED.sign.test(complaints);
  const isServers = verb === "fetch" && blamesServer(complaints);
  if (wasKilled(code) || SYSTEM_ERROR.test(own) || isServers || isLfs) return "unrelated";
  return BLOCKED.test(own) || own.includes(mirror) ? "damaged" : "unclear";
}

/** Whether git's own check finds damage. It reads every object, which takes about as long as a clone. */
export async function isDamaged(mirror: string, git: GitContext): Promise<boolean> {
  const findings = new Findings();
  const quiet = { ...git, onError: (bytes: Buffer) => findings.add(bytes), maxOutputBytes: 0 };
  try {
    await runGit(quiet, mirror, ["fsck", "--no-dangling", "--no-progress"]);
    return false;
  } catch (error) {
    if (error instanceof GitFailure) return hasFoundDamage(error.code, findings);
    throw error;
  }
}

/** A check that could not be finished has found nothing. */
function hasFoundDamage(code: number | null, { lines }: Findings): boolean {
  if (code === null || (code > ALL_FINDINGS && code !== DIED)) return false;
  if (lines.some((line) => SYSTEM_ERROR.test(line))) return false;
  return lines.length > 0 || (code & ~(LOOSE_OBJECT | PACK)) !== 0;
}

/** The lines of a check that are not harmless, read as they come: an old repository may have megabytes of the others. */
class Findings {
  readonly lines: string[] = [];
  private rest = "";

  add(bytes: Buffer): void {
    const lines = `${this.rest}${bytes}`.split("\n");
    this.rest = lines.pop() ?? "";
    if (this.lines.length < MAX_FINDINGS) this.lines.push(...lines.filter((line) => !HARMLESS.test(line)));
  }
}

/** By a signal; a shell in between adds 128 to its number. */
const wasKilled = (code: number | null): boolean => code === null || (code > 128 && code < 192);

function gitFailureOf(error: unknown): GitFailure | null {
  const failure = error instanceof Error && error.cause instanceof GitFailure ? error.cause : error;
  return failure instanceof GitFailure ? failure : null;
}
