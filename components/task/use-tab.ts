import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { statusIconUrl } from "@/components/status/status-icon-url";
import { countInTitle, type Layer, showInTab } from "@/components/task/tab-title";
import type { TaskDetail } from "@/lib/task/schema";

type TabTask = Pick<TaskDetail, "id" | "status" | "reason" | "tpl_alias">;

/** While a task is open, the tab's icon shows its status, and the title its number and status. */
export function useTabStatus(layer: Layer, { id, status, reason, tpl_alias }: TabTask): void {
  const t = useTranslations();
  const title = t("task.tabTitle", { id, status: t(`status.${status}`), template: tpl_alias });
  const icon = statusIconUrl(status, reason);
  useEffect(() => showInTab(layer, { title, icon }), [layer, title, icon]);
}

/** Prefixes the page's title with the number of running tasks; zero removes it. */
export function useTitleCount(running: number): void {
  useEffect(() => countInTitle(running), [running]);
}
