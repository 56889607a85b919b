import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { CheckMark } from "@/components/drift/drift-badge";
import { Duration } from "@/components/format/duration";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import { PlanSigns } from "@/components/task/panel/facts/plan-signs";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { TaskVersion, versionOf } from "@/components/task/table/task-version";
import { TaskAuthor } from "@/components/task/task-author";
import { TaskChip } from "@/components/task/task-chip";
import { TypeIcon } from "@/components/template/type-icon";
import type { TaskWithTpl } from "@/lib/queue/schema";

/** Columns of the project's history; `task` opens the log. */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const t = useTranslations("task.columns");
  const [version, status, user, start, duration] = useStateColumns();
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
    ...[version, status, user, start, duration].map(unsorted),
  ];
}

/** The server pages and searches the history; one page can't be sorted for all. */
const unsorted = ({ sort: _, search: __, ...column }: Column<HistoryRow>): Column<HistoryRow> => column;

/** Columns of one template's tasks. */
export function useTemplateTaskColumns(): Column<TaskWithTpl>[] {
  const t = useTranslations("task.columns");
  const [version, status, user, start, duration] = useStateColumns();
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
    version,
    status,
    user,
    start,
    {
      key: "end",
      header: t("end"),
      card: "hidden",
      cell: (task) => <Time value={task.end} />,
      sort: (task) => task.end,
    },
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
      {task.message && <Name text={task.message} className="text-muted-foreground text-xs" />}
    </span>
  );
}

type Five = [Column<HistoryRow>, Column<HistoryRow>, Column<HistoryRow>, Column<HistoryRow>, Column<HistoryRow>];

function useStateColumns(): Five {
  const t = useTranslations("task.columns");
  return [
    {
      key: "version",
      header: t("version"),
      card: "hidden",
      cell: (task) => <TaskVersion task={task} />,
      search: versionOf,
    },
    {
      key: "status",
      header: t("status"),
      card: "status",
      cell: (task) => <TaskChip task={task} />,
      sort: (task) => task.status,
    },
    { key: "user", header: t("user"), cell: (task) => <TaskAuthor task={task} />, search: (task) => task.user_name },
    { key: "start", header: t("start"), cell: (task) => <Time value={task.start} />, sort: (task) => task.start },
    {
      key: "duration",
      header: t("duration"),
      align: "right",
      cell: (task) => <Duration start={task.start} end={task.end} />,
      sort: (task) => durationOf(task),
    },
  ];
}

function durationOf({ start, end }: HistoryRow): number | null {
  if (!start) return null;
  return (end ? Date.parse(end) : Date.now()) - Date.parse(start);
}
