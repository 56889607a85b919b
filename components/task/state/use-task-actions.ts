import { type ActedOn, useTaskRequests } from "@/components/task/state/use-task-requests";
import { confirmTask, stopTask } from "@/lib/task/actions";

/** Stop, confirm and reject by server actions. */
export function useTaskActions(task: ActedOn, refetch: () => void) {
  const params = { projectId: task.project_id, taskId: task.id };
  const calls = {
    stop: (how: { force: boolean }) => stopTask(params, how),
    confirm: (plan_checksum?: string) => confirmTask(params, { plan_checksum }),
  };
  return useTaskRequests(task, calls, refetch);
}

export type TaskActions = ReturnType<typeof useTaskActions>;
