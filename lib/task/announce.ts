import { type Announcement, claimable } from "@/db/announcement";
import type { TaskRow } from "@/lib/task/transition";

/** Announcements after a task changed: to the screens, and to the runners if there is work. */
export function taskChanged(task: Pick<TaskRow, "id" | "project_id" | "status" | "runner_id">): Announcement[] {
  const change: Announcement = { type: "task", project_id: task.project_id, task_id: task.id };
  switch (task.status) {
    case "starting":
    case "running":
    case "waiting_confirmation":
      return [change];
    case "stopping":
    case "confirmed":
      return [change, { type: "work", runner_id: task.runner_id }];
    case "waiting":
      return [change, claimable];
    default:
      return [change, ...(task.runner_id === null ? [claimable] : slotFreed(task.id))];
  }
}

/** A waiting or a confirmed task may take the slot, and the runner that had the task must drop it if it has ended. */
export const slotFreed = (taskId: number): Announcement[] => [
  claimable,
  { type: "work", runner_id: null, ended: taskId },
];
