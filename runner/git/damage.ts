import { type GitContext, GitFailure, runGit } from "@/runner/git/command";

/** What a crash, or a branch that became a folder of branches, leaves in the way. */
const BLOCKED = /cannot lock ref/;
/** The exit code of fsck is a sum: this alone is said of objects that are as their authors made them. */
const MALFORMED = 1;

/** Whether git may have failed because of the mirror: no known fault of the server, the network or the disk. */
export function mayBeDamage(error: unknown): boolean {
  const failure = gitFailureOf(error);
  return failure !== null && failure.reason === "git_failed" && failure.finding === null;
}

/** Whether git failed because of the mirror. What an error doesn't show, as of a missing object, git's own check does. */
export async function isDamage(error: unknown, mirror: string, git: GitContext): Promise<boolean> {
  const { complaints = "" } = gitFailureOf(error) ?? {};
  return BLOCKED.test(complaints) || complaints.includes(mirror) || !(await isIntact(mirror, git));
}

function gitFailureOf(error: unknown): GitFailure | null {
  const failure = error instanceof Error && error.cause instanceof GitFailure ? error.cause : error;
  return failure instanceof GitFailure ? failure : null;
}

/** Git reads every object for it, which takes about as long as a clone. */
async function isIntact(mirror: string, git: GitContext): Promise<boolean> {
  const quiet = { ...git, onError: () => undefined, maxOutputBytes: 0 };
  try {
    await runGit(quiet, mirror, ["fsck", "--no-dangling", "--no-progress"]);
    return true;
  } catch (error) {
    if (error instanceof GitFailure) return error.code === MALFORMED;
    throw error;
  }
}
