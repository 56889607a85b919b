import { invalid } from "@/lib/operation/errors";
import { appFamily } from "@/lib/protocol/app";
import { limitFiles } from "@/lib/protocol/limit-files";
import { ArgumentProblem, readTaskArguments } from "@/lib/protocol/task-arguments";
import { isBranchName, isRepositoryPath } from "@/lib/repository/rules";
import { settings } from "@/lib/settings/settings";
import type { NewTaskInput } from "@/lib/task/schema";

/**
 * Checks a task's arguments. Those with an equivalent field become that field, so that the template's rules apply
 * either way; a field that is set wins. Throws naming the argument.
 */
export function normalizeArguments(app: string, input: NewTaskInput): NewTaskInput {
  if (input.arguments === null) return input;
  const { fields, others } = readOrRefuse(app, input.arguments);
  return {
    ...input,
    arguments: others,
    limit: input.limit || (fields.limit ?? ""),
    dry_run: input.dry_run || fields.dry_run !== undefined,
    diff: input.diff || fields.diff !== undefined,
    params: {
      ...input.params,
      ...(fields.tags !== undefined && { tags: input.params.tags || fields.tags }),
      ...(fields.skip_tags !== undefined && { skip_tags: input.params.skip_tags || fields.skip_tags }),
    },
  };
}

function readOrRefuse(app: string, args: string[]) {
  try {
    return readTaskArguments(app, args, settings().taskArguments.get(app));
  } catch (error) {
    if (!(error instanceof ArgumentProblem)) throw error;
    throw invalid("arguments", error.key, { argument: error.argument });
  }
}

/** Rejects names and paths that git or the application could misread, or that leave the checkout. */
export function checkPaths(app: string, input: Pick<NewTaskInput, "git_branch" | "playbook" | "limit">): void {
  if (input.git_branch && !isBranchName(input.git_branch)) throw invalid("git_branch", "branchInvalid");
  if (input.playbook && !isRepositoryPath(input.playbook)) throw invalid("playbook", "playbookInvalid");
  const files = appFamily(app) === "ansible" ? limitFiles(input.limit) : [];
  if (!files?.every(isRepositoryPath)) throw invalid("limit", "limitFileInvalid");
}
