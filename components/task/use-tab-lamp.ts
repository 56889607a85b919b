import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { lampIcon } from "@/components/status/lamp-icon";
import type { TaskDetail } from "@/lib/task/schema";

/** While a task is open, the tab shows its lamp as the icon, and its number and status as the title. */
export function useTabLamp({ id, status, tpl_alias }: Pick<TaskDetail, "id" | "status" | "tpl_alias">): void {
  const t = useTranslations();
  const title = t("task.tabTitle", { id, status: t(`status.${status}`), template: tpl_alias });

  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);

  useEffect(() => {
    const icon = document.createElement("link");
    icon.rel = "icon";
    icon.type = "image/svg+xml";
    icon.href = lampIcon(status);
    document.head.append(icon);
    return () => icon.remove();
  }, [status]);
}
