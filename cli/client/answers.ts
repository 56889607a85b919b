import { readFileSync } from "node:fs";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { CommandProblem, EXIT } from "../problem";

/** The answers in a file, which, unlike arguments, other users of the machine cannot see; `-` is stdin. */
export function readFileOfAnswers(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {};
  const answers = parseJsonObject(readFileSync(file === "-" ? 0 : file, "utf8"));
  if (answers) return answers;
  throw new CommandProblem(`${file === "-" ? "stdin" : file} doesn't contain a JSON object`, EXIT.usage);
}

/** The answers in arguments. */
export function readAnswers(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new CommandProblem(`--var takes name=value, not "${pair}"`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
