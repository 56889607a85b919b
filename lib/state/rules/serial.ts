/**
 * The text of a Terraform state with another serial and all else as it was. Reading and writing it as JSON would round
 * numbers that are larger than JavaScript's.
 */
export function withSerial(text: string, serial: number): string {
  const found = findSerial(text);
  if (!found) throw new Error("a state without a serial");
  return `${text.slice(0, found.from)}${serial}${text.slice(found.to)}`;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s{}[\]:,"]+/g;

/** Where the number of the outermost object's `serial` stands. */
function findSerial(text: string): { from: number; to: number } | null {
  let depth = 0;
  const before: string[] = ["", ""];
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (depth === 1 && before[1] === '"serial"' && before[0] === ":")
      return { from: match.index, to: match.index + token.length };
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    before.unshift(token);
    before.length = 2;
  }
  return null;
}
