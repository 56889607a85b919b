import { DatabaseProblem } from "@/db/cluster/problem";
import { SettingsProblem } from "@/lib/settings/settings";

/** How a command ends; docs/cli.md explains each. */
export const EXIT = { success: 0, failed: 1, usage: 2, stopped: 3, connection: 4, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something the person at the terminal can put right; printed as it is, without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

/** A command that cannot do what it was asked for; the message fits one line. */
export class CommandProblem extends Error {
  override name = "CommandProblem";

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(message);
  }
}

/** The text to print for an error: a message for people, or the stack of a defect. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([StartProblem, CommandProblem, SettingsProblem, DatabaseProblem].some((kind) => error instanceof kind))
    return error.message;
  const refusal = refusalOf(error);
  if (refusal) return `The database in DATABASE_URL can't be used: ${refusal}`;
  // The system's own errors (a full disk, a missing permission) say it in one line and name the file.
  return "syscall" in error ? error.message : (error.stack ?? error.message);
}

/** Postgres does not know us or the database (28…, 3D…), cannot take us now, or nobody answers. */
const REFUSED = /^(28\w{3}|3D\w{3}|53\w{3}|57P0[0-9]|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/;

/** What a database said, or why there is none, of a statement that could not even begin. */
function refusalOf(thrown: Error): string | null {
  if (!("query" in thrown)) return null;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause)
    if ("code" in error && REFUSED.test(String(error.code))) return error.message;
  return null;
}

export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof CommandProblem ? error.exitCode : EXIT.failed;
