import { z } from "zod";
import {
  IdParam,
  listQuery,
  optionalId,
  ProjectParams,
  requiredId,
  requiredName,
  requiredTrimmedText,
  text,
  trimmedText,
} from "@/lib/operation/fields";
import { ResourceFacts } from "@/lib/project/schema/facts";
import { isBranchName, isLocal, repositoryUrlProblem } from "@/lib/repository/rules";

export const Repository = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  git_url: z.string(),
  git_branch: z.string(),
  ssh_key_id: z.int(),
});
export type Repository = z.infer<typeof Repository>;

export const RepositoryFacts = ResourceFacts.extend({
  /** The newest commit that a task of its templates ran. */
  commit_hash: z.string().nullable(),
  commit_message: z.string().nullable(),
  commit_task_id: z.int().nullable(),
  /** When a commit check last looked at it, and whether it could not. */
  checked_at: z.string().nullable(),
  check_failed: z.boolean().nullable(),
});
export type RepositoryFacts = z.infer<typeof RepositoryFacts>;

export const RepositoryParams = ProjectParams.extend({ repositoryId: IdParam });
export const RepositoryQuery = listQuery(["name", "git_url", "ssh_key"]);
export type RepositoryQuery = z.output<typeof RepositoryQuery>;

/** An ssh host whose key the project trusts. */
export const HostKey = z.object({
  /** As ssh names it: `git.example.com`, or `[git.example.com]:2222`. */
  host: z.string(),
  key_type: z.string(),
  fingerprint: z.string(),
  created: z.string(),
});
export type HostKey = z.infer<typeof HostKey>;

export const HostParams = ProjectParams.extend({ host: text(300) });

const address = {
  git_url: requiredTrimmedText("repositoryUrlRequired", 2000),
  git_branch: trimmedText(255),
  ssh_key_id: requiredId("repositoryKeyRequired"),
};

const addressFits = (
  { git_url, git_branch }: { git_url: string; git_branch: string },
  context: z.core.$RefinementCtx,
) => {
  const problem = git_url === "" ? null : repositoryUrlProblem(git_url);
  if (problem) context.addIssue({ code: "custom", path: ["git_url"], message: problem });
  const branchProblem = branchProblemOf(git_branch, isLocal(git_url));
  if (branchProblem) context.addIssue({ code: "custom", path: ["git_branch"], message: branchProblem });
};

export const RepositoryInput = z
  .object({
    id: optionalId(),
    project_id: optionalId(),
    name: requiredName("repositoryNameRequired"),
    ...address,
  })
  .superRefine(addressFits);
export type RepositoryInput = z.output<typeof RepositoryInput>;

/** The address of a repository and the key to access it. */
export const RepositoryProbe = z.object({ kind: z.literal("repository"), ...address }).superRefine(addressFits);

/** A local path is used in place, so it needs no branch. */
function branchProblemOf(branch: string, local: boolean): string | null {
  if (branch === "") return local ? null : "repositoryBranchRequired";
  return isBranchName(branch) ? null : "branchInvalid";
}
