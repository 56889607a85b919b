import { RotateCw } from "lucide-react";
import { useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";
import type { RerunInput } from "@/lib/task/schema/events";

type RerunButtonProps = { task: TaskDetail; part: RerunInput; label: string };

/** Starts the task again for a part of what it did, and opens the new task. */
export function RerunPart({ task, part, label }: RerunButtonProps) {
  const problemText = useProblemText();
  const [sending, setSending] = useState(false);

  async function start() {
    setSending(true);
    try {
      const params = { projectId: task.project_id, taskId: task.id };
      const { id } = await api("POST /project/:projectId/tasks/:taskId/rerun", { params, body: part });
      openTask(id);
    } catch (error) {
      toast.error(problemText(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Button size="sm" disabled={sending} onClick={start} className="ml-auto">
      <RotateCw />
      {label}
    </Button>
  );
}
