import type { z } from "zod";
import type { Facts } from "@/lib/protocol/runner";

/** Of what a runner finds out, what columns of the task keep. */
export const TASK_FACTS = [
  "commit_hash",
  "commit_message",
  "plan",
  "hosts",
  "drift",
  "stages",
  "state_version",
] as const;

export type TaskFacts = Pick<z.output<typeof Facts>, Exclude<(typeof TASK_FACTS)[number], "state_version">> & {
  state_version?: number | null | undefined;
};

/** Instead of the number of a version: what the task leaves is not in the state that is kept here. */
export const ELSEWHERE = 0;
