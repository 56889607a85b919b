import { DatabaseProblem } from "@/db/cluster/problem";
import { SettingsProblem } from "@/lib/settings/settings";

/** Exit codes, documented in docs/cli.md. */
export const EXIT = {
  success: 0,
  failed: 1,
  usage: 2,
  stopped: 3,
  connection: 4,
  drifted: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that the operator can fix; printed without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

/** A command that can't do what was requested; the message fits one line. */
export class CommandProblem extends Error {
  override name = "CommandProblem";

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(message);
  }
}

/** The text to print for an error: its message if it is meant for users, else the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([StartProblem, CommandProblem, SettingsProblem, DatabaseProblem].some((kind) => error instanceof kind))
    return error.message;
  const refusal = refusalOf(error);
  if (refusal) return `The database in DATABASE_URL can't be used: ${refusal}`;
  // Other system errors (such as a full disk) are one line and name the file.
  return describeFileError(error) ?? ("syscall" in error ? error.message : (error.stack ?? error.message));
}

/** Null: it is about no file. */
export function describeFileError(error: Error): string | null {
  if (!("code" in error && "path" in error)) return null;
  if (error.code === "ENOENT") return `There is no file or folder ${error.path}`;
  if (error.code === "EACCES") return `You don't have permission for ${error.path}`;
  if (error.code === "EISDIR") return `${error.path} is a folder`;
  return null;
}

/** Wrong credentials or database (28…, 3D…), database unavailable, or connection failed. */
const REFUSED = /^(28\w{3}|3D\w{3}|53\w{3}|57P0[0-9]|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/;

/** The database's message, or the connection error, for a statement that could not start. */
function refusalOf(thrown: Error): string | null {
  if (!("query" in thrown)) return null;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause)
    if ("code" in error && REFUSED.test(String(error.code))) return error.message;
  return null;
}

export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof CommandProblem ? error.exitCode : EXIT.failed;
