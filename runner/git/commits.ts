import {
  type CommitHistory,
  CommitInfo,
  MAX_AUTHOR_LENGTH,
  MAX_COMMIT_PATHS,
  MAX_COMMITS,
  MAX_PATH_LENGTH,
  MAX_SUBJECT_LENGTH,
} from "@/lib/protocol/commits";
import { beginning, storable } from "@/lib/protocol/storable";
import { type GitContext, GitFailure, gitEnvironment, runGit } from "@/runner/git/command";

type Span = { directory: string; since: string | null; head: string };

/** Separate commits and fields; git removes neither from a subject, so the subject comes last. */
const COMMIT = "\u0001";
const FIELD = "\u001f";
const FORMAT = "%x01%H%x1f%P%x1f%an%x1f%cI%x1f%s";

/** The commits of either side alone, newest first. Null: nothing to compare with, or the repository does not have it. */
export async function readCommits(git: GitContext, gitConfig: string, span: Span): Promise<CommitHistory | null> {
  const { directory, since, head } = span;
  if (since === null || since === head) return null;
  const range = `${since}...${head}`;
  const options = ["--no-show-signature", "--no-renames", "--name-only", `--format=${FORMAT}`];
  // Nothing of it belongs in the task's log, and a partial clone must not fetch for it.
  const env = { ...git.env, ...gitEnvironment(gitConfig), GIT_NO_LAZY_FETCH: "1" };
  const quiet = { ...git, env, onError: () => undefined };
  const words = ["-c", "core.quotePath=false", "log", `--max-count=${MAX_COMMITS + 1}`, ...options, range, "--"];
  const text = await runGit(quiet, directory, words).catch((error) => {
    if (error instanceof GitFailure) return null;
    throw error;
  });
  return text === null ? null : parseCommits(text);
}

/** The output may be cut at its end: the last commit's files are then fewer. */
export function parseCommits(text: string): CommitHistory {
  const commits = text.split(COMMIT).slice(1).flatMap(parseCommit);
  return { commits: commits.slice(0, MAX_COMMITS), more: commits.length > MAX_COMMITS };
}

function parseCommit(text: string): CommitInfo[] {
  const [head = "", ...rest] = text.split("\n");
  const [hash, parents = "", author = "", time, ...subject] = head.split(FIELD);
  const paths = rest.filter((path) => path !== "");
  const { data } = CommitInfo.safeParse({
    hash,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: kept(author, MAX_AUTHOR_LENGTH),
    time,
    subject: kept(subject.join(FIELD), MAX_SUBJECT_LENGTH),
    paths: paths.slice(0, MAX_COMMIT_PATHS).map((path) => kept(path, MAX_PATH_LENGTH)),
    files: paths.length,
  });
  return data ? [data] : [];
}

const kept = (text: string, most: number): string => storable(beginning(text, most));
