import { TaskProblem } from "@/runner/job/problem";

/** Rejects a value that a format can't express unambiguously. Throws TaskProblem. */
export function refuse(what: string, format: string): never {
  throw new TaskProblem("settings_invalid", `${what} has a character that ${format} cannot hold`);
}

/** A text for a program that reads one line; removes a trailing newline. Throws TaskProblem. */
export function oneLine(what: string, text: string): string {
  const line = text.replace(/\r?\n$/, "");
  if (/[\n\r\0]/.test(line)) refuse(what, "one line");
  return line;
}

/** Quotes a text as one word of a POSIX shell. Throws TaskProblem. */
export function shellWord(text: string): string {
  if (text.includes("\0")) refuse("a command", "a shell");
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A colon-separated list of folders for Ansible. Throws TaskProblem if one of ours would be parsed differently. */
export function pathList(own: readonly string[], others: readonly string[]): string {
  if (own.some((path) => AMBIGUOUS.test(path))) refuse("the runner's data folder", "a list of folders");
  return [...own, ...others].join(":");
}

/** Ansible expands variables, a home folder and `{{CWD}}`. */
const AMBIGUOUS = /[\p{Cc}:$]|^~|\{\{/u;
