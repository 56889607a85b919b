import { parseJsonObject } from "@/lib/protocol/json-object";
import { parseJson } from "@/lib/protocol/json-text";
import { CommandProblem } from "../problem";
import { nameOf, readText } from "../text-file";

/** The answers in a file, which, unlike arguments, other users of the machine cannot see; `-` is stdin. */
export async function readFileOfAnswers(file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const text = await readText(file);
  const answers = parseJsonObject(text);
  if (answers) return answers;
  const problem = parseJson(text) === undefined ? "is not JSON" : "doesn't contain a JSON object";
  throw new CommandProblem(`${nameOf(file)} ${problem}`);
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
