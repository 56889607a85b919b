import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Dash } from "@/components/format/dash";
import { StatusSvg } from "@/components/status/status-svg";
import { wantsNewTab } from "@/components/table/row/row-open";
import { openTask, taskHref } from "@/components/task/open-task";
import type { ListedTemplate } from "@/lib/template/schema/listed";

/** How the newest tasks ended, the newest last; each links to its log. */
export function RecentTasks({ template: { project_id, recent_tasks } }: { template: ListedTemplate }) {
  const t = useTranslations("status");
  if (recent_tasks.length === 0) return <Dash />;

  const open = (id: number) => (event: MouseEvent) => {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    openTask(id);
  };

  return (
    <span className="recent-tasks" data-hints="">
      {recent_tasks.toReversed().map(({ id, status, reason }) => (
        <a key={id} href={taskHref(project_id, id)} aria-label={`#${id} ${t(status)}`} onClick={open(id)}>
          <StatusSvg status={status} reason={reason} />
        </a>
      ))}
    </span>
  );
}
