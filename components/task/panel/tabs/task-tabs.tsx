import { useTranslations } from "next-intl";
import { type ReactNode, Suspense } from "react";
import { TASK_TABS } from "@/components/task/panel/tabs/tabs";
import { openLine, useTaskTab } from "@/components/task/panel/tabs/use-task-tab";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { TaskDetail } from "@/lib/task/schema";

type TaskTabsProps = {
  task: TaskDetail;
  /** The log, which keeps what it has loaded while another tab is shown. */
  log: ReactNode;
};

/** What is known about a run, a tab for each kind. Only the chosen tab is rendered, and loaded when it is chosen first. */
export function TaskTabs({ task, log }: TaskTabsProps) {
  const t = useTranslations("task.tabs");
  const tabs = TASK_TABS.filter(({ applies }) => applies(task));
  const names = tabs.map(({ name }) => name);
  const { current, choose } = useTaskTab(task, names);
  return (
    <Tabs value={current} onValueChange={choose} className="min-h-0 flex-1 gap-0 [@media(max-height:32rem)]:min-h-88">
      <TabsList aria-label={t("label")} className="shrink-0 px-1 sm:px-2">
        {tabs.map(({ name }) => (
          <TabsTrigger key={name} value={name}>
            {t(name)}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map(({ name, Panel }) => (
        <TabsContent key={name} value={name} className="flex min-h-0 flex-1 flex-col">
          {Panel === "log" ? (
            log
          ) : (
            <Suspense>
              <Panel task={task} onJump={openLine} />
            </Suspense>
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}
