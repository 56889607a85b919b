import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useProblemText } from "@/components/problem/use-problem-text";
import { merged } from "@/components/task/hosts/merged";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";
import type { TaskMatrix } from "@/lib/task/schema/events";

/** While the task runs; only steps that changed are fetched. */
const EVERY_MS = 1_500;

export type MatrixState = { matrix: TaskMatrix | null; problem: string | null; retry: () => void };

/** Hosts and steps of a run, kept up to date. */
export function useMatrix({ id: taskId, project_id: projectId, status }: TaskDetail): MatrixState {
  const problemText = useProblemText();
  const [matrix, setMatrix] = useState<TaskMatrix | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refetch = useRefetch(async (signal) => {
    try {
      const query = matrix ? { known: matrix.events } : {};
      const params = { projectId, taskId };
      const news = await api("GET /project/:projectId/tasks/:taskId/matrix", { params, query, signal });
      setMatrix((known) => (known ? merged(known, news) : news));
      setProblem(null);
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error));
    }
  });

  const again = useEffectEvent(refetch);
  const over = isFinal(status);
  useEffect(() => {
    // Once more at the end, which brings the last results.
    again();
    if (over) return;
    const timer = setInterval(() => document.visibilityState === "visible" && again(), EVERY_MS);
    return () => clearInterval(timer);
  }, [over]);
  return { matrix, problem: matrix ? null : problem, retry: refetch };
}
