import { useRef, useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";
import type { TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

/** A requested action, until the task leaves the status it had then. */
type PendingAction = { name: "stop" | "kill" | "confirm" | "reject"; from: TaskStatus };

/** A list does not show the plan, so it names none. */
export type ActedOn = Pick<TaskDetail, "id" | "project_id" | "status"> & Partial<Pick<TaskDetail, "plan_checksum">>;

/** How requests reach the server. */
type TaskCalls = {
  stop: (how: { force: boolean }) => Promise<ActionResult<unknown>>;
  confirm: (planChecksum?: string) => Promise<ActionResult<unknown>>;
};

/** Stop, confirm and reject: shows the requested status at once, and reverts it if the server refuses. */
export function useTaskRequests(task: ActedOn, calls: TaskCalls, refetch: () => void) {
  const problemText = useProblemText();
  const [requested, setRequested] = useState<PendingAction | null>(null);
  const sending = useRef(false);
  const pending = requested?.from === task.status ? requested.name : null;

  async function request(name: PendingAction["name"], act: () => Promise<ActionResult<unknown>>) {
    if (sending.current || pending) return;
    sending.current = true;
    setRequested({ name, from: task.status });
    const problem = await act().then(problemOf, problemText);
    sending.current = false;
    if (problem) {
      toast.error(problem);
      setRequested(null);
    }
    refetch();
  }

  return {
    pending,
    status: pending ? STATUS_MEANWHILE[pending] : task.status,
    stop: () => request("stop", () => calls.stop({ force: false })),
    kill: () => request("kill", () => calls.stop({ force: true })),
    /** The plan that is shown, not one that came after it. */
    confirm: () => request("confirm", () => calls.confirm(task.plan_checksum ?? undefined)),
    reject: () => request("reject", () => calls.stop({ force: false })),
  };
}

const STATUS_MEANWHILE: Record<PendingAction["name"], TaskStatus> = {
  stop: "stopping",
  kill: "stopping",
  reject: "stopping",
  confirm: "confirmed",
};
