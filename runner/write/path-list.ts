import { refuse } from "@/runner/write/refuse";

/** Folders as a list with colons between, as Ansible takes it. Throws TaskProblem for one of ours that would read otherwise. */
export function pathList(own: readonly string[], others: readonly string[]): string {
  if (own.some((path) => AMBIGUOUS.test(path))) refuse("the runner's data folder", "a list of folders");
  return [...own, ...others].join(":");
}

/** Ansible replaces variables, a home folder and `{{CWD}}`. */
const AMBIGUOUS = /[\p{Cc}:$]|^~|\{\{/u;
