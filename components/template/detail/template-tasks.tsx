"use client";

import { ListVideo } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { openTask, taskHref } from "@/components/task/open-task";
import { RunButton } from "@/components/task/start/start-buttons";
import { RerunButton } from "@/components/task/table/rerun-button";
import { useLiveTasks } from "@/components/task/table/use-live-tasks";
import { useTemplateTaskColumns } from "@/components/task/table/use-template-task-columns";
import { usePermission } from "@/components/task/use-permission";
import { StopAllButton } from "@/components/template/detail/stop-all-button";
import { sourceOf } from "@/components/template/task-source";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";
import { asksFirst } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

const PAGE_SIZE = 20;

type TemplateTasksProps = { template: Template; tasks: TaskWithTpl[] };

/** The tasks of one template, each with a re-run button. */
export function TemplateTasks({ template, tasks }: TemplateTasksProps) {
  const t = useTranslations();
  const mayRun = usePermission("runTasks");
  const columns = useTemplateTaskColumns();
  const { id: templateId, project_id: projectId } = template;
  const params = { projectId, templateId };
  const { rows } = useLiveTasks({
    initial: tasks,
    load: (signal) =>
      api("GET /project/:projectId/templates/:templateId/tasks/last", { params, query: { children: true }, signal }),
    templateId,
  });
  const mayManage = usePermission("manageResources");
  const source = sourceOf({ ...template, asks: asksFirst(template, { mayManage }) });
  const unfinished = rows?.filter(({ status }) => !isFinal(status)).length ?? 0;
  return (
    <DataTable
      label={t("task.ofTemplate")}
      list={{ ...listOf("GET /project/:projectId/templates/:templateId/tasks", { params }), isPage: true }}
      rows={rows}
      columns={columns}
      rowKey={(task) => task.id}
      rowHref={(task) => taskHref(projectId, task.id)}
      onOpen={(task) => openTask(task.id)}
      pageSize={PAGE_SIZE}
      toolbar={mayRun && unfinished > 1 && <StopAllButton {...{ projectId, templateId }} count={unfinished} />}
      actions={mayRun ? (task) => <RerunButton task={task} /> : undefined}
      empty={{
        text: t("task.noneOfTemplate"),
        icon: <ListVideo />,
        action: mayRun && <RunButton source={source} variant="primary" />,
      }}
    />
  );
}
