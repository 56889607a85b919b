import { useTranslations } from "next-intl";
import { Duration } from "@/components/format/duration";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { TaskVersion } from "@/components/task/table/task-version";
import { TaskAuthor } from "@/components/task/task-author";
import { TaskChip } from "@/components/task/task-chip";

type StateColumns = Record<"version" | "status" | "user" | "start" | "duration", Column<HistoryRow>>;

/** How a task went, in any list of tasks; how they are sorted and searched is the list's own. */
export function useStateColumns(): StateColumns {
  const t = useTranslations("task.columns");
  return {
    version: { key: "version", header: t("version"), card: "hidden", cell: (task) => <TaskVersion task={task} /> },
    status: { key: "status", header: t("status"), card: "status", cell: (task) => <TaskChip task={task} /> },
    user: { key: "user", header: t("user"), cell: (task) => <TaskAuthor task={task} /> },
    start: { key: "start", header: t("start"), cell: (task) => <Time value={task.start} /> },
    duration: {
      key: "duration",
      header: t("duration"),
      align: "right",
      cell: (task) => <Duration start={task.start} end={task.end} />,
    },
  };
}
