/** Names of the variables that a script reads an option from, as Rundeck itself sets them. */
export const variableOf = (option: string): string => `RD_OPTION_${option.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

const REFERENCE = /\$\{(unquoted)?(option|job)\.([\w.-]+)\}/y;

/** Values of a job that are known before it runs. */
export type Known = Readonly<Record<string, string>>;

/**
 * A command with `${option.name}` as variables, quoted as Rundeck would: as one word wherever the reference stands,
 * unless it says `unquotedoption`.
 */
export function shellReferences(command: string, known: Known): string {
  let written = "";
  let quote = "";
  for (let at = 0; at < command.length; ) {
    REFERENCE.lastIndex = at;
    const [reference, unquoted, kind, name = ""] = REFERENCE.exec(command) ?? [];
    const value = kind === "option" ? `\${${variableOf(name)}-}` : known[`job.${name}`];
    if (reference && value !== undefined) {
      written += quoted(value, quote, unquoted !== undefined);
      at += reference.length;
      continue;
    }
    const char = command.charAt(at);
    const length = char === "\\" && quote !== "'" ? 2 : 1;
    if (length === 1 && (char === quote || (quote === "" && /["']/.test(char)))) quote = char === quote ? "" : char;
    written += command.slice(at, at + length);
    at += length;
  }
  return written;
}

function quoted(value: string, quote: string, unquoted: boolean): string {
  if (quote === "'") return `'"${value}"'`;
  return quote === '"' || unquoted ? value : `"${value}"`;
}

const TOKEN = /@option\.([\w.-]+)@/g;

/** The options that a script names as `@option.name@`, which Rundeck replaces before it runs the script. */
export const tokensIn = (script: string): string[] => [
  ...new Set([...script.matchAll(TOKEN)].map(([, name = ""]) => name)),
];

/** References to what only Rundeck knows, such as nodes and executions. */
export function unknownReferences(text: string): string[] {
  const found = text.matchAll(
    /\$\{(?!option\.|unquotedoption\.|job\.(?:name|group|project)\})[a-z]+\.[\w:.*-]+\}|@(?!option\.)[a-z]+\.[\w.-]+@|\bRD_(?!OPTION_)[A-Z]+_\w+/g,
  );
  return [...new Set([...found].map(([reference]) => reference))];
}
