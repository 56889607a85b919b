import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { statusIconUrl } from "@/components/status/status-icon-url";
import { keepTitle, withoutCount } from "@/components/task/keep-title";
import type { TaskDetail } from "@/lib/task/schema";

type TabTask = Pick<TaskDetail, "id" | "status" | "reason" | "tpl_alias">;

/** While a task is open, the tab's icon shows its status, and the title its number and status. */
export function useTabStatus({ id, status, reason, tpl_alias }: TabTask): void {
  const t = useTranslations();
  const title = t("task.tabTitle", { id, status: t(`status.${status}`), template: tpl_alias });

  useEffect(() => {
    let page = document.title;
    const end = keepTitle((present) => {
      if (withoutCount(present) === title) return present;
      page = present;
      return title;
    });
    return () => {
      end();
      // Else it is the next page's already.
      if (withoutCount(document.title) === title) document.title = page;
    };
  }, [title]);

  useEffect(() => {
    const icon = document.createElement("link");
    icon.rel = "icon";
    icon.type = "image/svg+xml";
    icon.href = statusIconUrl(status, reason);
    document.head.append(icon);
    return () => icon.remove();
  }, [status, reason]);
}
