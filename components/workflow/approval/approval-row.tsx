import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { ProjectName } from "@/components/dashboard/task-name";
import { Time } from "@/components/format/time";
import { TaskLink } from "@/components/task/task-link";
import { useSteadyPress } from "@/components/ui/use-steady-press";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";
import { Decide } from "@/components/workflow/approval/decide";
import type { Approval } from "@/lib/task/schema/workflow";

/** A decision that waits for the reader, to be made here; `across`: the page shows several projects. */
export function ApprovalRow({ approval, across }: { approval: Approval; across: boolean }) {
  const t = useTranslations();
  const { refetch } = useApprovals();
  const steady = useSteadyPress();
  const { project_id, project_name, task_id, node_key, template_name, node_name } = approval;
  const { text, since, until, started_by } = approval;
  return (
    <div {...steady} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-2.5">
        <UserCheck aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-amber" />
        <div className="min-w-0">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <span className="truncate font-medium" title={template_name}>
              {template_name}
            </span>
            <TaskLink projectId={project_id} taskId={task_id} className="text-muted-foreground" />
            <span className="truncate text-muted-foreground">{node_name || node_key}</span>
            {across && <ProjectName id={project_id} name={project_name} />}
          </p>
          {text && <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap">{text}</p>}
          <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
            <Time value={since} />
            {started_by && <span>{t("workflow.approval.startedBy", { name: started_by })}</span>}
            {until && <span>{t.rich("workflow.run.until", { time: () => <Time value={until} clockFirst /> })}</span>}
          </p>
        </div>
      </div>
      <Decide
        place={{ projectId: project_id, taskId: task_id, nodeKey: node_key }}
        name={node_name || node_key}
        onDecided={refetch}
        className="max-sm:basis-full sm:w-110 sm:flex-nowrap sm:[&>button]:min-w-28 sm:[&>button]:flex-none"
      />
    </div>
  );
}
