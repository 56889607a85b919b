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
  const isForPeople = [StartProblem, CommandProblem, SettingsProblem, DatabaseProblem].some(
    (kind) => error instanceof kind,
  );
  // The system's own errors (a full disk, a missing permission) say it in one line and name the file.
  return isForPeople || "syscall" in error ? error.message : (error.stack ?? error.message);
}

export const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof CommandProblem ? error.exitCode : EXIT.failed;
