import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isFinal } from "@/lib/protocol/status";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { OutputLine, TaskDetail } from "@/lib/task/schema";
import { type NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import { type Api, ApiProblem } from "./api";
import type { TaskRef } from "./find";

/** Lines per request, so that a log is never in memory as a whole. */
const WINDOW = 1000;
/** The poll interval grows while there is no new output. */
const SHORTEST_MS = 200;
const LONGEST_MS = 1_500;
const LONGEST_RETRY_MS = 5_000;

type FollowHandlers = {
  /** The status or the waiting reason changed. The final status comes after the last line. */
  onTask: (task: TaskDetail) => void;
  onLines: (lines: OutputLine[]) => void;
  /** Nodes of a run of a workflow changed; before its final status. */
  onNodes: (nodes: NodeState[]) => void;
  /** The connection was lost, or (null) restored. */
  onTrouble: (problem: string | null) => void;
};

export type FollowOptions = FollowHandlers & {
  /** First line to report, counted from 0. */
  from: number;
  /** How long to retry when the server doesn't respond. */
  giveUpMs: number;
  signal: AbortSignal;
};

/**
 * Reports a task from line `from` until it ends, every line once and in order. It requests the lines after the last
 * one received, so a lost connection or a server restart leaves no gap. Throws the signal's reason when aborted.
 */
export async function follow(api: Api, ref: TaskRef, options: FollowOptions): Promise<TaskDetail> {
  const withRetry = retrier(options);
  const newNodes = nodeChanges();
  let next = options.from;
  let known = "";
  for (let pause = SHORTEST_MS; ; pause = Math.min(pause * 1.5, LONGEST_MS)) {
    const task = await withRetry(() => api.read("GET /project/:projectId/tasks/:taskId", { params: ref }, TaskDetail));
    const over = isFinal(task.status);
    const news = JSON.stringify([task.status, task.waiting_for]);
    if (news !== known) pause = SHORTEST_MS;
    if (news !== known && !over) options.onTask(task);
    known = news;
    while (next < task.log_lines) {
      const lines = await withRetry(() => readLines(api, ref, next));
      const last = lines.at(-1);
      // The server discarded the log because it arrived damaged; the runner sends it again.
      if (!last) break;
      options.onLines(lines);
      next = last.id + 1;
      pause = SHORTEST_MS;
    }
    if (task.tpl_app === WORKFLOW_APP) {
      const { nodes } = await withRetry(() =>
        api.read("GET /project/:projectId/tasks/:taskId/nodes", { params: ref }, WorkflowRun),
      );
      const changed = newNodes(nodes);
      if (changed.length > 0) options.onNodes(changed);
    }
    if (over) {
      options.onTask(task);
      return task;
    }
    await sleep(pause, undefined, { signal: options.signal });
  }
}

/** Those that are not as they were at the call before; nothing of nodes that have yet to begin. */
function nodeChanges(): (nodes: NodeState[]) => NodeState[] {
  const known = new Map<string, string>();
  return (nodes) =>
    nodes.filter(({ key, status, tries, items }) => {
      const now = JSON.stringify([status, tries, items]);
      const isNews = status !== "pending" && known.get(key) !== now;
      known.set(key, now);
      return isNews;
    });
}

type WithRetry = <Result>(request: () => Promise<Result>) => Promise<Result>;

/** Retries requests that fail temporarily; gives up after `giveUpMs` without a single response. */
function retrier({ giveUpMs, signal, onTrouble }: FollowOptions): WithRetry {
  return async (request) => {
    const began = Date.now();
    for (let failures = 0; ; failures++) {
      signal.throwIfAborted();
      try {
        const result = await unlessAborted(signal, request());
        if (failures > 0) onTrouble(null);
        return result;
      } catch (error) {
        if (!(error instanceof ApiProblem) || !error.isTemporary || Date.now() - began >= giveUpMs) throw error;
        if (failures === 0) onTrouble(error.message);
        await sleep(Math.min(SHORTEST_MS * 2 ** failures, LONGEST_RETRY_MS), undefined, { signal });
      }
    }
  };
}

/** Rejects as soon as the signal aborts, however long the request still takes. */
function unlessAborted<Result>(signal: AbortSignal, request: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    void request.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The task's lines starting at `from`, as many as fit one response. */
export const readLines = (api: Api, ref: TaskRef, from: number): Promise<OutputLine[]> =>
  api.read(
    "GET /project/:projectId/tasks/:taskId/output",
    { params: ref, query: { from, limit: WINDOW } },
    z.array(OutputLine),
  );
