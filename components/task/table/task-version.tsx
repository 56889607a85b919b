import { Dash } from "@/components/format/dash";
import { TaskLink } from "@/components/task/task-link";

type Versioned = {
  tpl_type: string;
  version: string | null;
  incoming_version?: string | null;
  build_task: { id: number; version: string | null } | null;
};

/** A build's own version; the version of a deploy's build, which it links to; a dash for a plain task. */
export function TaskVersion({ task }: { task: Versioned & { project_id: number } }) {
  const version = versionOf(task);
  if (!version) return <Dash />;
  if (task.tpl_type === "deploy" && task.build_task) {
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
