import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { CheckMark } from "@/components/drift/drift-badge";
import { Name } from "@/components/format/name";
import type { Column } from "@/components/table/columns/column";
import { PlanSigns } from "@/components/task/panel/facts/plan-signs";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { useStateColumns } from "@/components/task/table/use-state-columns";
import { TypeIcon } from "@/components/template/type-icon";

/** Columns of the project's history; `task` opens the log. The server searches it, and one page can't be sorted for all. */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const t = useTranslations("task.columns");
  const { version, status, user, start, duration } = useStateColumns();
  return [
    {
      key: "task",
      header: t("task"),
      card: "title",
      cell: (task) => (
        <span className="flex items-center gap-2">
          <AppIcon app={task.tpl_app} />
          {task.tpl_type !== "" && <TypeIcon type={task.tpl_type} />}
          <span className="tabular-nums">#{task.id}</span>
          <span className="truncate md:hidden">{task.tpl_alias}</span>
        </span>
      ),
    },
    {
      key: "template",
      header: t("template"),
      // On a phone the title contains it.
      card: "hidden",
      cell: (task) => <TemplateAndMessage task={task} />,
    },
    version,
    status,
    user,
    start,
    duration,
  ];
}

function TemplateAndMessage({ task }: { task: HistoryRow }) {
  return (
    <span className="flex min-w-0 max-w-120 items-baseline gap-2">
      <Link
        href={`/project/${task.project_id}/templates/${task.template_id}`}
        prefetch={false}
        className="min-w-0 max-w-72 rounded-sm hover:underline"
      >
        <Name text={task.tpl_alias} />
      </Link>
      {task.drift_check && <CheckMark />}
      {task.plan && <PlanSigns plan={task.plan} />}
      {/* Takes what is left: both of them would shrink otherwise. */}
      {task.message && <Name text={task.message} className="flex-1 text-muted-foreground text-xs" />}
    </span>
  );
}
