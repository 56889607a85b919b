"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { usePolled } from "@/components/live/use-polled";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { StopButton } from "@/components/task/active/stop-button";
import { useActiveColumns } from "@/components/task/active/use-active-columns";
import { taskHref } from "@/components/task/open-task";
import { useTitleCount } from "@/components/task/tab-title";
import type { ActiveTask } from "@/lib/task/schema";

const PAGE_SIZE = 20;
const REFRESH_SECONDS = 10;

type ActiveTasksProps = {
  /** Null: all projects. */
  projectId: number | null;
  tasks: ActiveTask[];
  mayStop: boolean;
};

/** Waiting and running tasks. The socket only covers the open project; the rest is polled. */
export function ActiveTasks({ projectId, tasks, mayStop }: ActiveTasksProps) {
  const t = useTranslations("task.active");
  const columns = useActiveColumns(projectId === null);
  const [rows, refetch] = usePolled({
    initial: tasks,
    load: (signal) =>
      projectId === null
        ? api("GET /tasks", { signal })
        : api("GET /project/:projectId/tasks/active", { params: { projectId }, signal }),
    seconds: REFRESH_SECONDS,
  });
  useTaskUpdates(refetch, refetch);
  useTitleCount(rows.filter(({ status }) => status === "running").length);
  return (
    <DataTable
      label={t("title")}
      list={
        projectId === null
          ? listOf("GET /tasks", {})
          : listOf("GET /project/:projectId/tasks/active", { params: { projectId } })
      }
      rows={rows}
      columns={columns}
      rowKey={({ task_id }) => task_id}
      rowHref={({ project_id, task_id }) => taskHref(project_id, task_id)}
      pageSize={PAGE_SIZE}
      search={rows.length > 0}
      actions={mayStop ? (task) => <StopButton task={task} onAsked={refetch} /> : undefined}
      empty={{ text: t(projectId === null ? "none" : "noneInProject"), icon: <CircleCheck /> }}
    />
  );
}
