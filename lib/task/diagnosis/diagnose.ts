import type { Failure } from "@/lib/protocol/failure";
import { beginning, storable } from "@/lib/protocol/storable";
import { findCause } from "@/lib/task/diagnosis/causes";
import type { FailedResult } from "@/lib/task/diagnosis/failed-results";
import { ERROR_LINE } from "@/lib/task/log/search-log";

type Line = { line: number; output: string };

export type FailedRun = {
  app: string;
  exit_code: number | null;
  /** Of its log, in order; gaps are allowed. */
  lines: readonly Line[];
  /** Of hosts that failed, if the runner reported any: they come before what the log says. */
  results?: readonly FailedResult[];
};

/** How the first line of an error begins, for Postgres too. The output of scripts has no such form. */
export const ERROR_STARTS: ReadonlyMap<string, string> = new Map([
  ["ansible", String.raw`^(fatal: \[|failed: \[|ERROR! |\[ERROR\])`],
  ["terraform", "^Error: "],
  ["tofu", "^Error: "],
  ["pulumi", "^ *error: "],
]);

/** Where another part of Ansible's output begins. */
const ENDS = /^(PLAY|TASK|RUNNING HANDLER|changed: \[|ok: \[|skipping: \[)/;

const MAX_PASSAGES = 20;
const MAX_PASSAGE_LINES = 30;
/** Longer lines hold data; they name the cause at the beginning. */
const MAX_LENGTH = 2_000;
const REPORTS_ERROR = new RegExp(ERROR_LINE);
const TAIL_LINES = 12;
const SHOWN_LINES = 6;
const SHOWN_LAST_LINES = 4;
const SHOWN_LENGTH = 500;

/** What the results of a failed run, or else its log, say about its cause. Its texts can be stored, whatever those hold. */
export function diagnose(run: FailedRun): Failure {
  const { cause, subject, lines } = diagnoseRun(run);
  return {
    cause,
    subject: storable(subject),
    lines: lines.map(({ line, output }) => ({ line, output: storable(output) })),
  };
}

function diagnoseRun({ results = [], ...run }: FailedRun): Failure {
  if (results.length === 0) return diagnoseLog(run);
  const messages = results.map(({ message }) => beginning(message, MAX_LENGTH));
  const found = messages.map((message) => findCause(message, messages.join("\n"))).find((match) => match !== null);
  const { cause, subject } = found ?? diagnoseLog(run);
  return { cause, subject, lines: shown(results.map(lineOf)) };
}

const lineOf = ({ host, step, message, line }: FailedResult): Line => ({
  line,
  output: [`${host}, ${step}`, message].filter((text) => text !== "").join(": "),
});

function diagnoseLog({ app, exit_code, lines }: FailedRun): Failure {
  const plain = lines.map(({ line, output }) => ({ line, output: beginning(withoutDecoration(output), MAX_LENGTH) }));
  const passages = findPassages(plain, ERROR_STARTS.get(app));
  const context = passages.map(textOf).join("\n");
  for (const passage of passages) {
    const found = findCause(textOf(passage), context);
    if (found) return { ...found, lines: shown(passage) };
  }
  const [first] = passages;
  return first ? { ...UNKNOWN, lines: shown(first) } : diagnoseScript(exit_code, plain);
}

const UNKNOWN = { cause: null, subject: "" };
const KILLED = { cause: "killed" as const, subject: "" };
/** 128 and the number of SIGKILL, as shells report it. */
const KILLED_CODE = 137;

/** What the runner itself writes below a program's output. */
const SAYS_END = /^\S+ (ended with exit code \d+|was ended by SIG[A-Z]+)/;

/** A script ends with what it died of, or it reports an error and goes on to clean up. Its log opens at its first error. */
function diagnoseScript(exit_code: number | null, lines: readonly Line[]): Failure {
  const written = lines.filter((line) => isWritten(line) && !SAYS_END.test(line.output));
  const tail = written.slice(-TAIL_LINES);
  const last = findCause(textOf(tail.slice(-1)), textOf(tail));
  const error = last ? -1 : written.findLastIndex(({ output }) => REPORTS_ERROR.test(output));
  const passage = error < 0 ? tail.slice(-SHOWN_LAST_LINES) : written.slice(error, error + SHOWN_LAST_LINES);
  const found = last ?? findCause(textOf(passage.slice(0, 1)), textOf(tail)) ?? findCause(textOf(tail));
  const first = error < 0 ? undefined : written.find(({ output }) => REPORTS_ERROR.test(output));
  const telling = first === undefined || first === passage[0] ? passage : [first, ...passage];
  return { ...(found ?? (exit_code === KILLED_CODE ? KILLED : UNKNOWN)), lines: shown(telling) };
}

/** Each error with the lines that belong to it, without those that Ansible ignored. */
function findPassages(lines: readonly Line[], start: string | undefined): Line[][] {
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

const isWritten = ({ output }: Line): boolean => output.trim() !== "";

const textOf = (lines: readonly Line[]): string => lines.map(({ output }) => output).join("\n");

const shown = (lines: readonly Line[]): Line[] =>
  lines
    .filter(isWritten)
    .slice(0, SHOWN_LINES)
    .map(({ line, output }) => ({ line, output: beginning(output, SHOWN_LENGTH) }));

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character.
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;
/** Terraform draws a line beside its errors. */
const FRAME = /^[│╷╵] ?/;

const withoutDecoration = (output: string): string => output.replace(COLOURS, "").replace(FRAME, "").trimEnd();

/** The line of a failure that says most: the one that begins an error, else the last that a script wrote. "" if none is known. */
export function errorLine(app: string, failure: Failure | null): string {
  const lines = (failure?.lines ?? []).map(({ output }) => output.trim());
  const begins = lines.filter((line) => REPORTS_ERROR.test(line));
  // A script may have gone on after its first error.
  const at = ERROR_STARTS.has(app) ? 0 : -1;
  return begins.at(at) ?? lines.at(at) ?? "";
}
