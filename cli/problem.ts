import { DatabaseProblem } from "@/db/cluster/problem";
import { SettingsProblem } from "@/lib/settings/settings";

/** Something the person at the terminal can put right; printed as it is, without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

/** The text to print for an error: a message for people, or the stack of a defect. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForPeople = [StartProblem, SettingsProblem, DatabaseProblem].some((kind) => error instanceof kind);
  // The system's own errors (a full disk, a missing permission) say it in one line and name the file.
  return isForPeople || "syscall" in error ? error.message : (error.stack ?? error.message);
}
