import { z } from "zod";
import { line } from "@/lib/protocol/storable";

/** More are counted as such only. */
export const MAX_COMMITS = 50;
export const MAX_COMMIT_PATHS = 10;
export const MAX_AUTHOR_LENGTH = 200;
export const MAX_SUBJECT_LENGTH = 500;
export const MAX_PATH_LENGTH = 500;

const Hash = z.string().regex(/^[0-9a-f]{40,64}$/);

export const CommitInfo = z.object({
  hash: Hash,
  parents: z.array(Hash).max(20),
  author: line(MAX_AUTHOR_LENGTH),
  /** RFC 3339, as the committer's clock says. */
  time: line(40),
  subject: line(MAX_SUBJECT_LENGTH),
  /** The first of its changed files, and how many there are; none of a merge. */
  paths: z.array(line(MAX_PATH_LENGTH)).max(MAX_COMMIT_PATHS),
  files: z.int().min(0),
});
export type CommitInfo = z.infer<typeof CommitInfo>;

/** The commits in which a task's code differs from that of the last success before it, newest first. */
export const CommitHistory = z.object({
  commits: z.array(CommitInfo).max(MAX_COMMITS),
  /** There are more than these. */
  more: z.boolean(),
});
export type CommitHistory = z.infer<typeof CommitHistory>;
