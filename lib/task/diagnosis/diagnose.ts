import type { Failure } from "@/lib/protocol/failure";
import { SAYS_END, SAYS_MISSING, SAYS_SIGNAL, SAYS_START } from "@/lib/protocol/runner-lines";
import { beginning, storable } from "@/lib/protocol/storable";
import { findCause, type Match } from "@/lib/task/diagnosis/causes";
import type { FailedResult } from "@/lib/task/diagnosis/failed-results";
import { ERROR_STARTS, findPassages, isOfHost, type Line, passageOf, textOf } from "@/lib/task/diagnosis/passages";
import { COLOURS, ERROR_LINE } from "@/lib/task/log/search-log";

export type FailedRun = {
  app: string;
  exit_code: number | null;
  /** Lines of its log, in order; gaps are allowed. */
  lines: readonly Line[];
  /** Results of hosts that failed: they come before what the log says. Absent: the runner reported none of any host. */
  results?: readonly FailedResult[];
  /** Names of tests that failed, for a run whose log tells no known cause. */
  tests?: string;
  /** The line at which the program begins that failed; those before it are the runner's own. */
  program?: number;
};

/** Longer lines hold data; they name the cause at the beginning. */
const MAX_LENGTH = 2_000;
const REPORTS_ERROR = new RegExp(ERROR_LINE);
const TAIL_LINES = 12;
const SHOWN_LINES = 6;
const SHOWN_LAST_LINES = 4;
const SHOWN_LENGTH = 500;
const MAX_SUBJECT = 300;

/** What the results of a failed run, or else its log, say about its cause. Its texts can be stored, whatever those hold. */
export function diagnose({ lines, ...run }: FailedRun): Failure {
  const plain = lines.map(({ line, output }) => ({ line, output: beginning(withoutDecoration(output), MAX_LENGTH) }));
  const { lines: shown, ...found } = diagnoseRun({ ...run, lines: plain });
  const { cause, subject } =
    found.cause === null && run.tests ? { cause: "tests_failed" as const, subject: run.tests } : found;
  return { cause, subject: storable(beginning(subject, MAX_SUBJECT)), lines: shownOf(shown) };
}

function diagnoseRun(run: FailedRun): Failure {
  const { app, lines, results } = run;
  const passages = findPassages(lines, app);
  if (!results) return signalled(run) ?? diagnoseLog(run, passages);
  if (results.length > 0) return signalled(run) ?? diagnoseResults(results, passages);
  return signalled(run) ?? diagnoseOther(run, passages);
}

function diagnoseResults(results: readonly FailedResult[], passages: readonly Line[][]): Failure {
  const texts = results.map((result) => ({
    place: result.place,
    message: textOfResult(result),
    output: textOf(passageOf(passages, result.host, result.line)),
  }));
  const all = texts.flatMap(({ message, output }) => [message, output]).join("\n");
  const find = (of: "message" | "output"): Match | null => {
    for (const one of texts) {
      const found = findCause(one[of], `${one.message}\n${one.output}\n${all}`);
      if (found) return found.cause === "template_error" && one.place ? { ...found, subject: one.place } : found;
    }
    return null;
  };
  const lines = results.flatMap((result) => (result.line === null ? [] : [lineOf(result, result.line)]));
  const [first] = results;
  return { ...(find("message") ?? find("output") ?? failedStep(first)), lines };
}

const failedStep = (first: FailedResult | undefined) =>
  first?.step ? { cause: "step_failed" as const, subject: first.step } : UNKNOWN;

/** The exit code as Ansible's own output has it. */
const textOfResult = ({ message, exit_code }: FailedResult): string =>
  [beginning(message, MAX_LENGTH), exit_code === null ? "" : `"rc": ${exit_code}`].join("\n");

const lineOf = ({ host, step, message }: FailedResult, line: number): Line => ({
  line,
  output: [`${host}, ${step}`, message].filter((text) => text !== "").join(": "),
});

/** What ansible-playbook returns when hosts failed, or could not be reached. */
const HOSTS_FAILED: readonly (number | null)[] = [2, 4];

/** No host has failed: what the log says of hosts was ignored or rescued, unless some results have not been reported. */
function diagnoseOther(run: FailedRun, passages: readonly Line[][]): Failure {
  const others = passages.filter((passage) => !isOfHost(passage));
  if (others.length === 0 && HOSTS_FAILED.includes(run.exit_code)) return diagnoseLog(run, passages);
  const harmless = new Set(passages.filter(isOfHost).flat());
  return diagnoseLog({ ...run, lines: run.lines.filter((line) => !harmless.has(line)) }, others);
}

function diagnoseLog(run: FailedRun, passages: readonly Line[][]): Failure {
  const context = passages.map(textOf).join("\n");
  for (const passage of passages) {
    const found = findCause(textOf(passage), context);
    if (found) return { ...found, lines: passage };
  }
  const [first] = passages;
  return first ? { ...UNKNOWN, lines: first } : diagnoseScript(run);
}

const UNKNOWN = { cause: null, subject: "" };
const KILLED = { cause: "killed" as const, subject: "" };
/** 128 and the number of SIGKILL, as shells report it. */
const KILLED_CODE = 137;

/** Null: the program ended by itself. */
function signalled(run: FailedRun): Failure | null {
  const end = run.exit_code === null ? run.lines.findLast(({ output }) => SAYS_SIGNAL.test(output)) : undefined;
  if (!end) return null;
  const [, signal = ""] = SAYS_SIGNAL.exec(end.output) ?? [];
  const lines = [...writtenBy(run).slice(-SHOWN_LAST_LINES), end];
  return signal === "SIGKILL" ? { ...KILLED, lines } : { cause: "ended_by_signal", subject: signal, lines };
}

/** A script stops at its error, or reports it and goes on to clean up. Its log opens at its first error. */
function diagnoseScript(run: FailedRun): Failure {
  const written = writtenBy(run);
  const tail = written.slice(-TAIL_LINES);
  const last = findCause(textOf(tail.slice(-1)), textOf(tail));
  const error = last ? -1 : written.findLastIndex(({ output }) => REPORTS_ERROR.test(output));
  const passage = error < 0 ? tail.slice(-SHOWN_LAST_LINES) : written.slice(error, error + SHOWN_LAST_LINES);
  const found = last ?? findCause(textOf(passage.slice(0, 1)), textOf(tail)) ?? findCause(textOf(tail));
  const first = error < 0 ? undefined : written.find(({ output }) => REPORTS_ERROR.test(output));
  const telling = first === undefined || first === passage[0] ? passage : [first, ...passage];
  return { ...(found ?? (run.exit_code === KILLED_CODE ? KILLED : UNKNOWN)), lines: telling };
}

/** Without the runner's own lines, unless there are no others. */
function writtenBy({ lines, program = 0 }: FailedRun): Line[] {
  const written = lines.filter(
    (line) => isWritten(line) && !SAYS_END.test(line.output) && !SAYS_MISSING.test(line.output),
  );
  const own = written.filter(({ line, output }) => line > program || (line === program && !SAYS_START.test(output)));
  return own.length > 0 ? own : written;
}

const isWritten = ({ output }: Line): boolean => output.trim() !== "";

const shownOf = (lines: readonly Line[]): Line[] =>
  lines
    .filter(isWritten)
    .slice(0, SHOWN_LINES)
    .map(({ line, output }) => ({ line, output: storable(beginning(output, SHOWN_LENGTH)) }));

const COLOUR = new RegExp(COLOURS, "g");
/** Terraform draws a line beside its errors. */
const FRAME = /^[│╷╵] ?/;

const withoutDecoration = (output: string): string => output.replace(COLOUR, "").replace(FRAME, "").trimEnd();

/** The line of a failure that says most: the one that begins an error, else the last that a script wrote. "" if none is known. */
export function errorLine(app: string, failure: Failure | null): string {
  const lines = (failure?.lines ?? []).map(({ output }) => output.trim());
  const begins = lines.filter((line) => REPORTS_ERROR.test(line));
  // A script may have gone on after its first error.
  const at = ERROR_STARTS.has(app) ? 0 : -1;
  return begins.at(at) ?? lines.at(at) ?? "";
}
