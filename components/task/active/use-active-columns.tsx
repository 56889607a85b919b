import Link from "next/link";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Duration } from "@/components/format/duration";
import { Name } from "@/components/format/name";
import type { Column } from "@/components/table/columns/column";
import { useWaitingText } from "@/components/task/state/use-waiting-text";
import { TaskChip } from "@/components/task/task-chip";
import { templateHref } from "@/components/template/template-href";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { ActiveTask } from "@/lib/task/schema";

/** `everywhere`: tasks of several projects. */
export function useActiveColumns(everywhere: boolean): Column<ActiveTask>[] {
  const t = useTranslations("task.active");
  const columns = useTranslations("task.columns");
  const project: Column<ActiveTask> = {
    key: "project",
    header: t("project"),
    cell: (task) => <ProjectLink task={task} />,
    sort: ({ project_name, project_id }) => project_name ?? project_id,
    search: ({ project_name, project_id }) => `#${project_id} ${project_name ?? ""}`,
  };
  return [
    {
      key: "task",
      header: t("task"),
      cell: ({ task_id }) => <span className="tabular-nums">#{task_id}</span>,
      sort: ({ task_id }) => task_id,
      search: ({ task_id }) => `#${task_id}`,
    },
    {
      key: "template",
      header: columns("template"),
      cell: (task) => <TemplateLink task={task} />,
      sort: ({ template_name }) => template_name,
      search: ({ template_name }) => template_name,
    },
    ...(everywhere ? [project] : []),
    {
      key: "username",
      header: columns("user"),
      cell: ({ user_name, username }) => {
        const name = user_name ?? username;
        return name === undefined ? <Dash /> : <Name text={name} />;
      },
      sort: ({ user_name, username }) => user_name ?? username,
      search: ({ user_name, username }) => `${user_name ?? ""} ${username ?? ""}`,
    },
    {
      key: "status",
      header: t("status"),
      card: "status",
      cell: (task) => <TaskChip task={task} />,
      sort: ({ status }) => status,
    },
    {
      key: "elapsed",
      header: t("elapsed"),
      align: "right",
      cell: ({ start, created }) => <Duration start={start ?? created} end={null} />,
      sort: ({ start, created }) => -Date.parse(start ?? created),
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

function TemplateLink({ task: { project_id, template_id, template_name } }: { task: ActiveTask }) {
  return (
    <Link
      href={templateHref(project_id, template_id)}
      prefetch={false}
      className="block min-w-0 rounded-sm hover:underline"
    >
      <Name text={template_name} />
    </Link>
  );
}

/** Where an unfinished task is: queued and why, on a runner, or without one. A workflow is nowhere. */
function TaskLocation({ task }: { task: ActiveTask }) {
  const t = useTranslations("task");
  const why = useWaitingText();
  if (task.location === "queue") {
    return (
      <span className="flex flex-col">
        {t("active.queue")}
        <span className="text-muted-foreground text-xs">{why(task.waiting_for)}</span>
      </span>
    );
  }
  if (task.app === WORKFLOW_APP) return <Dash />;
  if (task.runner_id === undefined) return t("active.local");
  return (
    <span className="inline-flex items-baseline gap-2">
      {t("runnerNumber", { id: task.runner_id })}
      {task.runner_name && <Name text={task.runner_name} className="max-w-48 text-muted-foreground text-xs" />}
    </span>
  );
}
