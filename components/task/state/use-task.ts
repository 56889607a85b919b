import { useEffect, useEffectEvent, useState } from "react";
import { api, isMissing } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useReturn } from "@/components/live/use-return";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { useProblemText } from "@/components/problem/use-problem-text";
import { patchTask } from "@/components/task/table/task-row";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

export type TaskState =
  | { state: "loading" }
  | { state: "missing" }
  | { state: "failed"; problem: string }
  | { state: "loaded"; task: TaskDetail };

/** Changes of a waiting task's reason and a runner's silence emit no events, so these are polled. */
const refetchMs = (status: TaskStatus): number | null => {
  if (isFinal(status)) return null;
  return status === "waiting" ? 3000 : 10_000;
};

/** One task, kept up to date. Call `refetch` after an action on it. */
export function useTask(projectId: number, taskId: number): { view: TaskState; refetch: () => void } {
  const problemText = useProblemText();
  const [view, setView] = useState<TaskState>({ state: "loading" });
  const task = view.state === "loaded" ? view.task : null;

  const refetch = useRefetch(async (signal) => {
    try {
      const fetched = await api("GET /project/:projectId/tasks/:taskId", { params: { projectId, taskId }, signal });
      setView({ state: "loaded", task: fetched });
    } catch (error) {
      if (signal.aborted) return;
      setView((current) => (isMissing(error) ? { state: "missing" } : orFailed(current, problemText(error))));
    }
  });

  useTaskUpdates((update) => {
    if (update.task_id === taskId) {
      setView((current) =>
        current.state === "loaded" ? { ...current, task: patchTask(current.task, update) } : current,
      );
    }
    if (update.task_id === taskId || task?.status === "waiting") refetch();
  }, refetch);

  // Deletions are not announced.
  useReturn(refetch);
  const fetchFirst = useEffectEvent(refetch);
  useEffect(() => fetchFirst(), []);
  const interval = task && refetchMs(task.status);
  const again = useEffectEvent(refetch);
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => again(), interval);
    return () => clearInterval(timer);
  }, [interval]);

  return { view, refetch };
}

/** Keep what is on the screen while the server doesn't respond. */
const orFailed = (current: TaskState, problem: string): TaskState =>
  current.state === "loaded" ? current : { state: "failed", problem };
