import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { CheckMark } from "@/components/drift/drift-badge";
import type { TaskDetail } from "@/lib/task/schema";

/** Template ▸ Task #n */
export function TaskTitle({ task }: { task: TaskDetail }) {
  const t = useTranslations("task");
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <AppIcon app={task.tpl_app} />
      <Link
        href={`/project/${task.project_id}/templates/${task.template_id}`}
        className="min-w-0 truncate rounded-sm hover:underline"
      >
        {task.tpl_alias}
      </Link>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <span className="shrink-0 tabular-nums">{t("number", { id: task.id })}</span>
      {task.drift_check && <CheckMark />}
    </span>
  );
}
