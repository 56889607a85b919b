import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { CheckMark } from "@/components/drift/drift-badge";
import { TaskLink } from "@/components/task/task-link";
import { templateHref } from "@/components/template/template-href";
import type { TaskDetail } from "@/lib/task/schema";

/** Template ▸ Task #n */
export function TaskTitle({ task }: { task: TaskDetail }) {
  const t = useTranslations("task");
  const workflow = useTranslations("workflow.run");
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <AppIcon app={task.tpl_app} />
      <Link
        href={templateHref(task.project_id, task.template_id)}
        className="min-w-0 truncate rounded-sm hover:underline"
      >
        {task.tpl_alias}
      </Link>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <span className="shrink-0 tabular-nums">{t("number", { id: task.id })}</span>
      {task.drift_check && <CheckMark />}
      {task.parent_task_id !== null && (
        <span className="shrink-0 font-normal text-muted-foreground text-sm">
          {workflow.rich("partOf", {
            workflow: task.parent_name ?? "",
            node: task.node_key ?? "",
            run: () => <TaskLink projectId={task.project_id} taskId={task.parent_task_id ?? 0} />,
          })}
        </span>
      )}
    </span>
  );
}
