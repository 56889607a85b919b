import dynamic from "next/dynamic";
import { TaskName } from "@/components/dashboard/task-name";
import type { RowProps } from "@/components/dashboard/task-rows";
import { StatusSvg } from "@/components/status/status-svg";
import { TaskLink } from "@/components/task/task-link";
import type { Approval } from "@/lib/task/schema/workflow";

/*
 * Rows that most visits do not show, each in a script of its own. Those that the server renders have no placeholder: the
 * page waits for their script as for its own, and a live dashboard changes once it is there. A page that has been open since
 * before an upgrade may not get it any more, and shows a plain row instead.
 */

export const ApprovalRow = dynamic(
  () =>
    import("@/components/workflow/approval/approval-row").then(
      (module) => module.ApprovalRow,
      () => PlainApproval,
    ),
  { loading: () => null },
);

export const DecisionRow = dynamic(() =>
  import("@/components/dashboard/decision-row").then(
    (module) => module.DecisionRow,
    () => PlainRow,
  ),
);

export const RunningRow = dynamic(() =>
  import("@/components/dashboard/running-row").then(
    (module) => module.RunningRow,
    () => PlainRow,
  ),
);

/** Leads to the task, which has all that the row lacks. */
function PlainRow({ task, projectName }: RowProps) {
  return (
    <div className="flex min-h-11 items-center gap-2.5 px-4 py-1">
      <StatusSvg status={task.status} reason={task.reason} />
      <TaskName task={task} projectName={projectName} />
    </div>
  );
}

function PlainApproval({ approval }: { approval: Approval; across: boolean }) {
  const { project_id, task_id, template_name, node_name, node_key } = approval;
  return (
    <p className="flex items-baseline gap-x-1.5 px-4 py-2.5 text-sm">
      <span className="truncate font-medium">{template_name}</span>
      <TaskLink projectId={project_id} taskId={task_id} className="text-muted-foreground" />
      <span className="truncate text-muted-foreground">{node_name || node_key}</span>
    </p>
  );
}
