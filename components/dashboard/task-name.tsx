import Link from "next/link";
import { taskHref } from "@/components/task/open-task";
import { TaskLink } from "@/components/task/task-link";
import { templateHref } from "@/components/template/template-href";
import type { DashboardTask } from "@/lib/task/schema/dashboard";

type TaskNameProps = {
  task: Pick<DashboardTask, "id" | "project_id" | "template_id" | "tpl_alias">;
  /** On a page of several projects. The task opens as a page there: its log can't open over a page of no project. */
  projectName: string | undefined;
};

/** Links to a task's template and log. */
export function TaskName({ task, projectName }: TaskNameProps) {
  const { id, project_id, template_id, tpl_alias } = task;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5 text-sm">
      <Link
        href={templateHref(project_id, template_id)}
        prefetch={false}
        title={tpl_alias}
        className="truncate rounded-sm font-medium hover:underline"
      >
        {tpl_alias}
      </Link>
      {projectName === undefined ? (
        <TaskLink projectId={project_id} taskId={id} className="text-muted-foreground" />
      ) : (
        <Link
          href={taskHref(project_id, id)}
          prefetch={false}
          className="rounded-sm text-muted-foreground tabular-nums hover:underline"
        >
          #{id}
        </Link>
      )}
      {projectName !== undefined && <ProjectName id={project_id} name={projectName} />}
    </span>
  );
}

export function ProjectName({ id, name }: { id: number; name: string }) {
  return (
    <Link
      href={`/project/${id}`}
      prefetch={false}
      title={name}
      className="inline-block max-w-40 truncate rounded-sm align-middle text-muted-foreground text-xs hover:underline"
    >
      {name}
    </Link>
  );
}
