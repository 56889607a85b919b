import { errorCode } from "@/lib/process/error-code";
import type { ProbeProblem } from "@/lib/protocol/probe";
import type { TaskReason } from "@/lib/protocol/reasons";

/** What a form's test shows about a problem: `subject` is the affected item, `output` a tool's message. */
export type Finding = { code: ProbeProblem; subject?: string; output?: string };

/** Why an attempt fails: `reason` is its result, the message a line of its log. */
export class TaskProblem extends Error {
  override name = "TaskProblem";

  constructor(
    readonly reason: TaskReason,
    message: string,
    readonly finding: Finding | null = null,
  ) {
    super(message);
  }
}

export const toolMissing = (tool: string): TaskProblem =>
  new TaskProblem("tool_missing", `${tool} is not installed on this runner`, { code: "tool_missing", subject: tool });

/** Converts any thrown value to a problem; a full disk keeps its own reason. */
export function toProblem(error: unknown, reason: TaskReason): TaskProblem {
  if (error instanceof TaskProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  return isDiskFull(error)
    ? new TaskProblem("no_space", "the runner's disk is full")
    : new TaskProblem(reason, message);
}

/** Formats an error for the daemon's own log. */
export const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const isDiskFull = (error: unknown): boolean => ["ENOSPC", "EDQUOT"].includes(errorCode(error));
