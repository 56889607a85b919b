import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import { NotificationState } from "@/components/notification/notification-state";
import { StatusIcon } from "@/components/status/status-icon";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { Notification } from "@/lib/notification/schema";

export function useNotificationColumns(): Column<Notification>[] {
  const t = useTranslations("notification");
  return [
    {
      key: "task",
      header: t("task"),
      cell: (notification) => <What notification={notification} />,
      search: ({ template_name, task_id, schedule, autorun }) =>
        `${template_name ?? ""} ${schedule?.name ?? ""} #${task_id ?? schedule?.id ?? autorun?.task_id ?? ""}`,
    },
    {
      key: "state",
      header: t("state"),
      width: 420,
      card: "status",
      cell: (notification) => <NotificationState notification={notification} />,
      sort: ({ state }) => state,
      search: ({ state }) => t(`states.${state}`),
    },
    {
      key: "channel",
      header: t("channel"),
      width: 110,
      cell: ({ channel }) => t(`channels.${channel}`),
      sort: ({ channel }) => channel,
      search: ({ channel }) => t(`channels.${channel}`),
    },
    {
      key: "recipient",
      header: t("recipient"),
      cell: ({ recipient }) => recipient || <Dash />,
      sort: ({ recipient }) => recipient,
      search: ({ recipient }) => recipient,
    },
    {
      key: "project",
      header: t("project"),
      width: 120,
      cell: ({ project_name }) => project_name ?? <Dash />,
      sort: ({ project_name }) => project_name,
      search: ({ project_name }) => project_name,
    },
    {
      key: "created",
      header: t("time"),
      width: 150,
      cell: ({ created }) => <Time value={created} />,
      sort: ({ id }) => id,
    },
  ];
}

const DRIFT_BADGES = {
  in_sync: { variant: "success", text: "drift.inSync" },
  drifted: { variant: "amber", text: "drift.status" },
  unknown: { variant: "outline", text: "drift.unknownShort" },
} as const;

const UNSTARTED_BADGES = { missed: "amber", failed: "error" } as const;

function What({ notification }: { notification: Notification }) {
  const t = useTranslations();
  const { status, drift, schedule, autorun, template_name, task_id } = notification;
  const unstarted = schedule ?? (autorun && { id: autorun.task_id, name: "", outcome: "failed" as const });
  if (unstarted)
    return (
      <span className="inline-flex min-w-0 items-center gap-2">
        <Badge variant={UNSTARTED_BADGES[unstarted.outcome]}>{t(`schedule.outcomes.${unstarted.outcome}`)}</Badge>
        {template_name && <Name text={template_name} />}
        <span className="truncate text-muted-foreground">{unstarted.name || `#${unstarted.id}`}</span>
      </span>
    );
  if (task_id === null) return <span className="text-muted-foreground">{t("notification.testMessage")}</span>;
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {status && !drift && <StatusIcon status={status} />}
      {drift && <Badge variant={DRIFT_BADGES[drift].variant}>{t(DRIFT_BADGES[drift].text)}</Badge>}
      {template_name && <Name text={template_name} />}
      <span className="text-muted-foreground tabular-nums">#{task_id}</span>
    </span>
  );
}
