import Link from "next/link";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import type { Column } from "@/components/table/columns/column";
import { TaskChip } from "@/components/task/task-chip";
import type { ActiveTask } from "@/lib/task/schema";

export function useActiveColumns(): Column<ActiveTask>[] {
  const t = useTranslations("task.active");
  return [
    {
      key: "task",
      header: t("task"),
      cell: ({ task_id }) => <span className="tabular-nums">#{task_id}</span>,
      sort: ({ task_id }) => task_id,
      search: ({ task_id }) => `#${task_id}`,
    },
    {
      key: "project",
      header: t("project"),
      cell: (task) => <ProjectLink task={task} />,
      sort: ({ project_name, project_id }) => project_name ?? project_id,
      search: ({ project_name, project_id }) => `#${project_id} ${project_name ?? ""}`,
    },
    {
      key: "username",
      header: t("username"),
      cell: ({ username }) => username ?? <Dash />,
      sort: ({ username }) => username,
      search: ({ username }) => username,
    },
    {
      key: "status",
      header: t("status"),
      card: "status",
      cell: (task) => <TaskChip task={task} />,
      sort: ({ status }) => status,
    },
    {
      key: "location",
      header: t("location"),
      cell: (task) => <TaskLocation task={task} />,
      sort: ({ location, runner_id }) => (location === "queue" ? -1 : (runner_id ?? 0)),
    },
  ];
}

function ProjectLink({ task: { project_id, project_name } }: { task: ActiveTask }) {
  return (
    <Link
      href={`/project/${project_id}`}
      prefetch={false}
      className="inline-flex min-w-0 max-w-80 items-baseline gap-2 rounded-sm hover:underline"
    >
      <span className="tabular-nums">#{project_id}</span>
      {project_name && <Name text={project_name} className="text-muted-foreground" />}
    </Link>
  );
}

/** Where an unfinished task is: queued, on a runner, or without one. */
function TaskLocation({ task }: { task: ActiveTask }) {
  const t = useTranslations("task");
  if (task.location === "queue") return <span className="text-muted-foreground">{t("active.queue")}</span>;
  if (task.runner_id === undefined) return t("active.local");
  return (
    <span className="inline-flex items-baseline gap-2">
      {t("runnerNumber", { id: task.runner_id })}
      {task.runner_name && <Name text={task.runner_name} className="max-w-48 text-muted-foreground text-xs" />}
    </span>
  );
}
