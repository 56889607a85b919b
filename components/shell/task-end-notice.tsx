import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "@/components/api-client";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { useConsole } from "@/components/shell/console-context";
import { useShell } from "@/components/shell/shell-context";
import { taskHref } from "@/components/task/open-task";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";

/** A desktop notification for each of the user's own tasks that ends while nobody looks at the page, not for a workflow's parts. */
export function TaskEndNotice() {
  const t = useTranslations();
  const { user } = useConsole();
  const { navigate } = useShell();
  const announced = useRef(new Set<number>());
  // The last changes before arrive again.
  const [since] = useState(() => Date.now());

  async function announce({ project_id: projectId, task_id: taskId, status }: TaskUpdate) {
    const task = await api("GET /project/:projectId/tasks/:taskId", { params: { projectId, taskId } });
    const title = t("task.tabTitle", { id: taskId, status: t(`status.${status}`), template: task.tpl_alias });
    // Windows of the same console replace each other's.
    const notification = new Notification(title, { tag: `signalbox-task-${taskId}`, body: task.message });
    notification.onclick = () => {
      window.focus();
      navigate(taskHref(projectId, taskId));
    };
  }

  useTaskUpdates(
    (update) => {
      const { task_id, parent_task_id, user_id, status, end } = update;
      if (parent_task_id !== null || user_id !== user.id || !isFinal(status) || announced.current.has(task_id)) return;
      announced.current.add(task_id);
      const isNews = end !== null && Date.parse(end) > since;
      // Without the task there is nothing to show; its end is on the screen anyway.
      if (isNews && !document.hasFocus()) announce(update).catch(() => undefined);
    },
    () => undefined,
  );
  return null;
}
