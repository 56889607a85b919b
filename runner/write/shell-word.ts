import { refuse } from "@/runner/write/refuse";

/** A text as one word of a POSIX shell. Throws TaskProblem. */
export function shellWord(text: string): string {
  if (text.includes("\0")) refuse("a command", "a shell");
  return `'${text.replaceAll("'", "'\\''")}'`;
}
