import { useTranslations } from "next-intl";
import { CheckMark } from "@/components/drift/drift-badge";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import { PlanSigns } from "@/components/task/panel/facts/plan-signs";
import { versionOf } from "@/components/task/table/task-version";
import { useStateColumns } from "@/components/task/table/use-state-columns";
import type { TaskWithTpl } from "@/lib/queue/schema";

/** Columns of one template's tasks. */
export function useTemplateTaskColumns(): Column<TaskWithTpl>[] {
  const t = useTranslations("task.columns");
  const { version, status, user, start, duration } = useStateColumns();
  return [
    {
      key: "task",
      header: t("id"),
      cell: (task) => <span className="tabular-nums">#{task.id}</span>,
      sort: (task) => task.id,
    },
    {
      key: "message",
      header: t("message"),
      card: "hidden",
      cell: (task) => (
        <span className="flex max-w-80 items-baseline gap-2">
          {task.drift_check && <CheckMark />}
          {task.plan && <PlanSigns plan={task.plan} />}
          <Name text={task.message} className="text-muted-foreground" />
        </span>
      ),
    },
    { ...version, search: versionOf },
    { ...status, sort: (task) => task.status },
    { ...user, search: (task) => task.user_name },
    { ...start, sort: (task) => task.start },
    {
      key: "end",
      header: t("end"),
      card: "hidden",
      from: 900,
      cell: (task) => <Time value={task.end} />,
      sort: (task) => task.end,
    },
    { ...duration, sort: durationOf },
  ];
}

function durationOf({ start, end }: TaskWithTpl): number | null {
  if (!start) return null;
  return (end ? Date.parse(end) : Date.now()) - Date.parse(start);
}
