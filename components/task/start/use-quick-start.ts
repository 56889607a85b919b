import { useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { toast } from "@/components/ui/toast";
import { createTask } from "@/lib/task/actions";

/** Starts a task as its template says, without asking, and opens its log. */
export function useQuickStart({ project_id: projectId, template_id }: TaskSource) {
  const problemText = useProblemText();
  const [starting, setStarting] = useState(false);

  async function start() {
    setStarting(true);
    try {
      const result = await createTask({ projectId }, { template_id });
      if (result.ok) openTask(result.data.id);
      else toast.error(problemOf(result) ?? "");
    } catch (error) {
      toast.error(problemText(error));
    }
    setStarting(false);
  }

  return { starting, start };
}
