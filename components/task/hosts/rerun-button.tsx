import { RotateCw } from "lucide-react";
import { api } from "@/components/api-client";
import { openTask } from "@/components/task/open-task";
import { useStarting } from "@/components/task/start/use-starting";
import { Button } from "@/components/ui/button";
import type { TaskDetail } from "@/lib/task/schema";
import type { RerunInput } from "@/lib/task/schema/events";

type RerunButtonProps = { task: TaskDetail; part: RerunInput; label: string };

/** Starts the task again for a part of what it did, and opens the new task. */
export function RerunPart({ task, part, label }: RerunButtonProps) {
  const { starting, during } = useStarting();

  const start = () =>
    during(async () => {
      const params = { projectId: task.project_id, taskId: task.id };
      const { id } = await api("POST /project/:projectId/tasks/:taskId/rerun", { params, body: part });
      openTask(id);
    });

  return (
    <Button size="sm" loading={starting} onClick={start} className="ml-auto">
      <RotateCw />
      {label}
    </Button>
  );
}
