import { useRef, useState } from "react";
import { useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";
import type { TaskStatus } from "@/lib/protocol/status";
import { confirmTask, stopTask } from "@/lib/task/actions";
import type { TaskDetail } from "@/lib/task/schema";

/** A requested action, until the task leaves the status it had then. */
type Wish = { what: "stop" | "kill" | "confirm" | "reject"; from: TaskStatus };

/** Stop, confirm and reject: shows the requested status at once, and reverts it if the server refuses. */
export function useTaskActions(task: TaskDetail, refetch: () => void) {
  const problemText = useProblemText();
  const [wish, setWish] = useState<Wish | null>(null);
  const asking = useRef(false);
  const wanted = wish?.from === task.status ? wish.what : null;
  const params = { projectId: task.project_id, taskId: task.id };

  async function ask(what: Wish["what"], act: () => Promise<ActionResult<unknown>>) {
    if (asking.current || wanted) return;
    asking.current = true;
    setWish({ what, from: task.status });
    const problem = await act().then((result) => (result.ok ? null : result.failure.message), problemText);
    asking.current = false;
    if (problem) {
      toast.error(problem);
      setWish(null);
    }
    refetch();
  }

  return {
    wanted,
    status: wanted ? STATUS_MEANWHILE[wanted] : task.status,
    stop: () => ask("stop", () => stopTask(params, { force: false })),
    kill: () => ask("kill", () => stopTask(params, { force: true })),
    confirm: () => ask("confirm", () => confirmTask(params)),
    reject: () => ask("reject", () => stopTask(params, { force: false })),
  };
}

export type TaskActions = ReturnType<typeof useTaskActions>;

const STATUS_MEANWHILE: Record<Wish["what"], TaskStatus> = {
  stop: "stopping",
  kill: "stopping",
  reject: "stopping",
  confirm: "confirmed",
};
