import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { api, isMissing } from "@/components/api-client";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { useConsole } from "@/components/shell/console-context";
import { useShell } from "@/components/shell/shell-context";
import { taskHref } from "@/components/task/open-task";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

/** Interval for asking about tasks in projects that the user has left, whose changes don't arrive here. */
const ASK_MS = 10_000;

/** The user's unfinished tasks that were seen, and their projects. */
const awaited = new Map<number, number>();
/** Those whose end was seen. */
const ended = new Set<number>();

const fetchTask = (projectId: number, taskId: number) =>
  api("GET /project/:projectId/tasks/:taskId", { params: { projectId, taskId } });

/** A desktop notification for each of the user's own tasks that ends while nobody looks at the page, not for a workflow's parts. */
export function TaskEndNotice() {
  const { user } = useConsole();
  const announce = useAnnounce();
  // The last changes before arrive again.
  const [since] = useState(() => Date.now());

  useTaskUpdates(
    ({ project_id, task_id, parent_task_id, user_id, status, end }) => {
      if (parent_task_id !== null || user_id !== user.id || ended.has(task_id)) return;
      if (!isFinal(status)) return void awaited.set(task_id, project_id);
      settle(task_id);
      const isNews = end !== null && Date.parse(end) > since;
      // Without the task there is nothing to show; its end is on the screen anyway.
      if (isNews && !document.hasFocus()) fetchTask(project_id, task_id).then(announce, () => undefined);
    },
    () => undefined,
  );
  useEndsElsewhere(announce);
  return null;
}

function settle(taskId: number): void {
  awaited.delete(taskId);
  ended.add(taskId);
}

/** Asks for the tasks that were started in other projects than the open one. */
function useEndsElsewhere(announce: (task: TaskDetail) => void): void {
  const { project } = useConsole();
  const ask = useEffectEvent(async () => {
    for (const [taskId, projectId] of awaited) {
      if (projectId === project?.id) continue;
      const task = await fetchTask(projectId, taskId).catch((error: unknown) => {
        // It stays awaited if the server can't be reached.
        if (isMissing(error)) awaited.delete(taskId);
        return null;
      });
      if (!task || !isFinal(task.status) || ended.has(taskId)) continue;
      settle(taskId);
      if (!document.hasFocus()) announce(task);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => clearInterval(timer);
  }, []);
}

function useAnnounce(): (task: TaskDetail) => void {
  const t = useTranslations();
  const { navigate } = useShell();
  return ({ id, project_id, status, tpl_alias, message }) => {
    const title = t("task.tabTitle", { id, status: t(`status.${status}`), template: tpl_alias });
    // Windows of the same console replace each other's.
    const notification = new Notification(title, { tag: `signalbox-task-${id}`, body: message });
    notification.onclick = () => {
      window.focus();
      navigate(taskHref(project_id, id));
    };
  };
}
