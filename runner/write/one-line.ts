import { refuse } from "@/runner/write/refuse";

/** A text for a program that reads one line; a line end behind it is no part of it. Throws TaskProblem. */
export function oneLine(what: string, text: string): string {
  const line = text.replace(/\r?\n$/, "");
  if (/[\n\r\0]/.test(line)) refuse(what, "one line");
  return line;
}
