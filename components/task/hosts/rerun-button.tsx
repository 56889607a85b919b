import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";

type RerunButtonProps = { task: TaskDetail; hosts: readonly string[] };

/** Starts the task again on these hosts alone, and opens the new task. */
export function RerunOnHosts({ task, hosts }: RerunButtonProps) {
  const t = useTranslations("task.matrix");
  const problemText = useProblemText();
  const [sending, setSending] = useState(false);

  async function start() {
    setSending(true);
    try {
      const params = { projectId: task.project_id, taskId: task.id };
      const { id } = await api("POST /project/:projectId/tasks/:taskId/rerun", { params, body: { hosts: [...hosts] } });
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
      {t("rerun", { count: hosts.length })}
    </Button>
  );
}
