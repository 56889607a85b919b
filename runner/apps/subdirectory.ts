import { join, relative } from "node:path";
import { TaskProblem } from "@/runner/job/problem";

/** A folder of the repository; throws TaskProblem for one outside of it. */
export function subdirectory(repository: string, path: string): string {
  const folder = join(repository, path);
  if (/^\.\.(\/|$)/.test(relative(repository, folder))) {
    throw new TaskProblem("workspace_failed", `${path} lies outside of the repository`);
  }
  return folder;
}
