import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { DriftBadge } from "@/components/drift/drift-badge";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import { TaskLink } from "@/components/task/task-link";
import { templateHref } from "@/components/template/template-href";
import type { Drift } from "@/lib/drift/schema";
import type { DriftStatus } from "@/lib/protocol/drift";

/** What needs somebody's attention comes first. */
const URGENCY: readonly DriftStatus[] = ["drifted", "unknown", "in_sync"];

const placeOf = ({ workspace, inventory_name }: Drift): string => workspace || (inventory_name ?? "");

export function useDriftColumns(projectId: number): Column<Drift>[] {
  const t = useTranslations("drift");
  return [
    {
      key: "template",
      header: t("template"),
      card: "title",
      cell: ({ template_id, template_name, app }) => (
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <AppIcon app={app} />
          <Link
            href={templateHref(projectId, template_id)}
            prefetch={false}
            className="min-w-0 rounded-sm hover:underline"
          >
            <Name text={template_name} className="md:min-w-36" />
          </Link>
        </span>
      ),
      sort: ({ template_name }) => template_name,
      search: ({ template_name, items }) => `${template_name} ${items.map(({ address }) => address).join(" ")}`,
    },
    {
      key: "workspace",
      header: t("workspace"),
      cell: (drift) => placeOf(drift) || <Dash />,
      sort: placeOf,
      search: placeOf,
    },
    {
      key: "status",
      header: t("status"),
      card: "status",
      cell: (drift) => <DriftBadge drift={drift} app={drift.app} short />,
      sort: ({ status }) => URGENCY.indexOf(status),
    },
    {
      key: "since",
      header: t("since"),
      cell: ({ since }) => <Time value={since} clockFirst />,
      sort: ({ since }) => since,
    },
    {
      key: "checked",
      header: t("checked"),
      cell: ({ checked_at, task_id }) => (
        <span className="inline-flex items-baseline gap-1.5">
          {task_id !== null && <TaskLink projectId={projectId} taskId={task_id} />}
          <Time value={checked_at} className="text-muted-foreground" />
        </span>
      ),
      sort: ({ checked_at }) => checked_at,
    },
  ];
}
