/** A line of a log, without colours and frames. */
export type Line = { line: number; output: string };

/** How the first line of an error begins, for Postgres too. The output of scripts has no such form. */
export const ERROR_STARTS: ReadonlyMap<string, string> = new Map([
  ["ansible", String.raw`^(fatal: \[|failed: \[|ERROR! |\[ERROR\])`],
  ["terraform", "^Error: "],
  ["tofu", "^Error: "],
  ["pulumi", "^ *error: "],
]);

/** Where another part of Ansible's output begins. */
const ENDS = /^(PLAY|TASK|RUNNING HANDLER|changed: \[|ok: \[|skipping: \[)/;
/** What is about a host; such an error may have been rescued, which the log does not say. */
const OF_HOST = /^(fatal|failed): \[|^\[ERROR\]: Task failed/;

const MAX_PASSAGES = 20;
const MAX_PASSAGE_LINES = 30;

/** Each error with the lines that belong to it, without those that Ansible ignored. */
export function findPassages(lines: readonly Line[], app: string): Line[][] {
  const start = ERROR_STARTS.get(app);
  if (start === undefined) return [];
  const starts = new RegExp(start);
  const passages: Line[][] = [];
  let current: Line[] = [];
  for (const line of lines) {
    if (starts.test(line.output)) {
      current = [line];
      passages.push(current);
    } else if (line.output === "...ignoring") {
      if (passages.at(-1) === current) passages.pop();
      current = [];
    } else if (ENDS.test(line.output) || current.length >= MAX_PASSAGE_LINES) {
      current = [];
    } else if (current.length > 0) {
      current.push(line);
    }
  }
  return passages.slice(0, MAX_PASSAGES);
}

export const isOfHost = ([first]: readonly Line[]): boolean => first !== undefined && OF_HOST.test(first.output);

/** That of a result whose output begins at a line: other hosts may come between. */
export const passageOf = (passages: readonly Line[][], host: string, from: number | null): Line[] =>
  passages.find(([first]) => from !== null && first !== undefined && first.line >= from && names(first.output, host)) ??
  [];

/** The host may have delegated the step to another one. */
function names(output: string, host: string): boolean {
  const named = output.slice(output.indexOf("[") + 1);
  return named.startsWith(`${host}]`) || named.startsWith(`${host} ->`);
}

export const textOf = (lines: readonly Line[]): string => lines.map(({ output }) => output).join("\n");
