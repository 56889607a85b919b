"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/app/app-icon";
import { PageHeader } from "@/components/shell/page/page-header";
import { TaskBody } from "@/components/task/panel/task-body";
import { StopButton } from "@/components/task/panel/task-buttons";
import { TaskPending } from "@/components/task/panel/task-pending";
import { RerunButton } from "@/components/task/start/rerun-button";
import { ResumeRun } from "@/components/task/start/start-buttons";
import { useTask } from "@/components/task/state/use-task";
import { useTaskActions } from "@/components/task/state/use-task-actions";
import { TaskChip } from "@/components/task/task-chip";
import { usePermission } from "@/components/task/use-permission";
import { useTabStatus } from "@/components/task/use-tab-status";
import { templateHref, templatesHref } from "@/components/template/template-href";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskPageProps = { projectId: number; taskId: number };

/** A task's log as its own page. */
export function TaskPage({ projectId, taskId }: TaskPageProps) {
  const t = useTranslations("task");
  const { view, refetch } = useTask(projectId, taskId);
  if (view.state === "loaded") return <ShownTask task={view.task} refetch={refetch} />;
  return (
    <Window header={<PageHeader title={t("number", { id: taskId })} />}>
      <TaskPending view={view} retry={refetch} />
    </Window>
  );
}

function ShownTask({ task, refetch }: { task: TaskDetail; refetch: () => void }) {
  const t = useTranslations();
  const actions = useTaskActions(task, refetch);
  const mayRun = usePermission("runTasks");
  useTabStatus("page", task);
  const header = (
    <PageHeader
      title={t("task.number", { id: task.id })}
      crumbs={[
        { label: t("shell.nav.templates"), href: templatesHref(task.project_id, null) },
        { label: task.tpl_alias, href: templateHref(task.project_id, task.template_id) },
      ]}
      icon={<AppIcon app={task.tpl_app} />}
      actions={
        <>
          <TaskChip task={task} status={actions.status} />
          {mayRun && <StopButton status={task.status} actions={actions} />}
          {mayRun && isFinal(task.status) && <ResumeRun task={task} />}
          {mayRun && isFinal(task.status) && <RerunButton task={task} />}
        </>
      }
    />
  );
  return (
    <Window header={header}>
      <TaskBody {...{ task, actions, mayRun }} />
    </Window>
  );
}

/** As high as the window, so that the log scrolls and not the page. */
function Window({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col">
      {header}
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}
