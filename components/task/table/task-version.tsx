import { Dash } from "@/components/format/dash";
import { TaskLink } from "@/components/task/task-link";

type Versioned = {
  tpl_type: string;
  version: string | null;
  incoming_version?: string | null;
  build_task: { id: number; version: string | null } | null;
};

type TaskVersionProps = {
  task: Versioned & { project_id: number };
  /** Links a deploy's version to its build. */
  link?: boolean;
};

/** A build's own version; a deploy's build's version; a dash for a plain task. */
export function TaskVersion({ task, link = true }: TaskVersionProps) {
  const version = versionOf(task);
  if (!version) return <Dash />;
  if (task.tpl_type === "deploy" && task.build_task && link) {
    return (
      <TaskLink projectId={task.project_id} taskId={task.build_task.id} className="text-primary-text">
        {version}
      </TaskLink>
    );
  }
  return <span className="tabular-nums">{version}</span>;
}

export function versionOf(task: Versioned): string | null {
  if (task.tpl_type === "build") return task.version;
  if (task.tpl_type === "deploy") return task.build_task?.version ?? task.incoming_version ?? null;
  return null;
}
