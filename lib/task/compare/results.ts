import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskHosts, taskSteps } from "@/db/schema/task-events";
import { type HostState, STATE_LETTERS } from "@/lib/protocol/events";
import type { Run } from "@/lib/task/compare/run";

/** How a run went on a host; `step`: the first that failed there, "" if none did. */
type Ended = { state: HostState; step: string };

/** What is known of a run's hosts and steps. */
export type Results = {
  /** Null: nothing. */
  hosts: ReadonlyMap<string, Ended> | null;
  /** From the first host's beginning to the last host's end. */
  steps: readonly { name: string; millis: number }[];
  /** Files with a step that failed. */
  failedFiles: readonly string[];
};

/** The state that says most about a host comes first. */
const BY_WEIGHT: readonly HostState[] = ["unreachable", "failed", "rescued", "ignored", "changed", "ok", "skipped"];
const BY_LETTER = new Map(BY_WEIGHT.map((state) => [STATE_LETTERS[state], state]));
const weightOf = (state: HostState): number => BY_WEIGHT.indexOf(state);
const isFailure = (state: HostState): boolean => state === "failed" || state === "unreachable";

/** From the results of every host, or from the counts that runners of earlier versions report. */
export async function readRunResults(db: Db, run: Run): Promise<Results> {
  if (!run.results.includes("events")) return { hosts: countedHosts(run), steps: [], failedFiles: [] };
  const [steps, hosts] = await Promise.all([
    db.select().from(taskSteps).where(eq(taskSteps.task_id, run.id)).orderBy(asc(taskSteps.number)),
    db.select().from(taskHosts).where(eq(taskHosts.task_id, run.id)),
  ]);
  const ended = new Map<number, Ended>();
  const failedFiles = new Set<string>();
  for (const { name, file, states } of steps) if (note(ended, name, states)) failedFiles.add(file);
  return {
    hosts: new Map(
      hosts.flatMap(({ number, name }) => {
        const found = ended.get(number);
        return found ? [[name, found] as const] : [];
      }),
    ),
    steps: steps.flatMap(({ play, name, started, ended }) =>
      started === null || ended === null ? [] : [{ name: `${play}: ${name}`, millis: ended - started }],
    ),
    failedFiles: [...failedFiles],
  };
}

/** Adds a step's states of all hosts. Returns whether it failed on one. */
function note(ended: Map<number, Ended>, step: string, states: string): boolean {
  let failed = false;
  for (const [number, letter] of Array.from(states).entries()) {
    const state = BY_LETTER.get(letter);
    if (!state) continue;
    const known = ended.get(number);
    failed ||= isFailure(state);
    if (!known || weightOf(state) < weightOf(known.state))
      ended.set(number, { state, step: known?.step || (isFailure(state) ? step : "") });
  }
  return failed;
}

function countedHosts({ hosts }: Run): Results["hosts"] {
  if (!hosts) return null;
  return new Map(
    hosts.map((counts) => {
      const state = COUNTED.find((name) => counts[name] > 0) ?? "skipped";
      return [counts.host, { state, step: "" }] as const;
    }),
  );
}

const COUNTED = ["unreachable", "failed", "changed", "ok"] as const;
