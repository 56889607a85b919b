"use client";

import { BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { usePolled } from "@/components/live/use-polled";
import { RetryButton } from "@/components/notification/retry-button";
import { useNotificationColumns } from "@/components/notification/use-notification-columns";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { taskHref } from "@/components/task/open-task";
import { MAX_NOTIFICATIONS } from "@/lib/notification/rules";
import type { Notification } from "@/lib/notification/schema";

const PAGE_SIZE = 20;
const REFRESH_SECONDS = 5;

function placeOf({ project_id, task_id, schedule }: Notification): string | null {
  if (project_id === null) return null;
  if (schedule) return `/project/${project_id}/schedule`;
  return task_id === null ? null : taskHref(project_id, task_id);
}

/** The newest alerts and their delivery state. */
export function NotificationTable({ notifications }: { notifications: Notification[] }) {
  const t = useTranslations("notification");
  const columns = useNotificationColumns();
  const [rows, refetch] = usePolled({
    initial: notifications,
    load: (signal) => api("GET /notifications", { query: { limit: MAX_NOTIFICATIONS }, signal }),
    seconds: REFRESH_SECONDS,
  });
  return (
    <DataTable
      label={t("title")}
      list={{ ...listOf("GET /notifications", {}), isPage: true }}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={placeOf}
      pageSize={PAGE_SIZE}
      search={rows.length > 0}
      actions={(notification) =>
        (notification.state === "retrying" || notification.state === "failed") && (
          <RetryButton notification={notification} onRetried={refetch} />
        )
      }
      empty={{ text: t("none"), icon: <BellRing /> }}
    />
  );
}
