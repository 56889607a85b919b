import { useEffect, useEffectEvent, useState } from "react";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { useProblemText } from "@/components/problem/use-problem-text";

type TaskResult<Value> = { value: Value | null; failure: string | null };

/** A result of a task: fetched when its tab is shown, and again when the task changes. */
export function useTaskResult<Value>(
  taskId: number,
  fetchValue: (signal: AbortSignal) => Promise<Value>,
): TaskResult<Value> {
  const problemText = useProblemText();
  const [result, setResult] = useState<TaskResult<Value>>({ value: null, failure: null });

  const refetch = useRefetch(async (signal) => {
    try {
      setResult({ value: await fetchValue(signal), failure: null });
    } catch (error) {
      // Keep what is on the screen while the server doesn't respond.
      if (!signal.aborted) setResult(({ value }) => ({ value, failure: problemText(error) }));
    }
  });

  useTaskUpdates((update) => update.task_id === taskId && refetch(), refetch);
  const fetchFirst = useEffectEvent(refetch);
  useEffect(() => fetchFirst(), []);
  return result;
}
