/**
 * Lines that a runner writes and the server finds again in the log, to explain a failure. A runner may be older than the
 * server: after a change, a pattern has to match the earlier words as well.
 */

/** Before what the runner or the console itself has to say. */
export const NOTE_PREFIX = "signalbox: ";

/** The last line of an attempt that its runner did not survive. */
export const RESTARTED_LINE = `${NOTE_PREFIX}the runner was restarted; the log ends here`;

type Exit = { code: number | null; signal: string | null };

/** Above the output of a program. */
export const startLine = (command: string): string => `Running ${command}`;
export const SAYS_START = /^Running \S/;

/** Below it. `meaning`: what the exit code means to this program; "": nothing special. */
export function endLine(program: string, { code, signal }: Exit, meaning = ""): string {
  if (code === null) return `${program} was ended by ${signal}`;
  return `${program} ended with exit code ${code}${meaning === "" ? "" : `: ${meaning}`}`;
}
export const SAYS_END = /^\S+ (ended with exit code \d+|was ended by SIG[A-Z]+)/;
/** Captures the signal. */
export const SAYS_SIGNAL = /^\S+ was ended by (SIG[A-Z0-9]+)$/;

/** After NOTE_PREFIX: what of a task's results is missing, for which the task does not fail. */
export const notKept = (what: `${string} ${"is" | "are"}`, why: "" | `${":" | ","} ${string}` = ""): string =>
  `${what} not kept${why}`;
export const noArtifactKept = (why: string): string => `no artifact is kept: ${why}`;
export const notTaken = (what: string): string => `the console does not take ${what}`;
export const testsUnreadable = (file: string): string => `the tests in ${JSON.stringify(file)} cannot be read`;
export const OUTPUTS_UNREADABLE = "the outputs of the stack cannot be read";
export const notRemembered = (hosts: readonly string[]): string =>
  `host keys that could not be confirmed are not remembered: ${hosts.join(", ")}`;
export const SAYS_MISSING =
  /^signalbox: (?:.* (?:is|are) not kept(?:$|[:,] )|no artifact is kept: |the (?:tests in .*|outputs of the stack) cannot be read$|host keys that could not be confirmed |the console does not take )/;

/** Why a file of the code cannot be searched for a backend; `line` is null if the mistake has no place. */
export const codeUnreadable = (file: string, line: number | null, why: string): string =>
  `${file}${line === null ? "" : ` line ${line}`} cannot be read: ${why}`;
/** Also in a log, where the runner's name precedes it. Captures `file` and `line`. */
export const SAYS_CODE_UNREADABLE =
  /^(?:signalbox: )?(?<file>\S{1,200}\.(?:tf|tf\.json|tofu|tofu\.json|yaml))(?: line (?<line>\d+))? cannot be read: /m;
