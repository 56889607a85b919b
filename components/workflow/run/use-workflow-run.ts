import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { useProblemText } from "@/components/problem/use-problem-text";
import { withSame } from "@/components/workflow/run/run-state";
import type { TaskDetail } from "@/lib/task/schema";
import type { WorkflowRun } from "@/lib/task/schema/workflow";

type LoadedRun = { run: WorkflowRun | null; problem: string | null; refetch: () => void };

/** The nodes of a run, kept up to date: fetched again once per burst of changes of the run or of a task that it started. */
export function useWorkflowRun({
  id: taskId,
  project_id: projectId,
}: Pick<TaskDetail, "id" | "project_id">): LoadedRun {
  const problemText = useProblemText();
  const [run, setRun] = useState<WorkflowRun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refetch = useRefetch(async (signal) => {
    try {
      const params = { projectId, taskId };
      const fetched = await api("GET /project/:projectId/tasks/:taskId/nodes", { params, signal });
      setRun((before) => withSame(before, fetched));
      setProblem(null);
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error));
    }
  });

  useTaskUpdates(
    ({ task_id, parent_task_id }) => (task_id === taskId || parent_task_id === taskId) && refetch(),
    refetch,
  );
  const fetchFirst = useEffectEvent(refetch);
  useEffect(() => fetchFirst(), []);
  return { run, problem: run ? null : problem, refetch };
}
