"use client";

import { LayoutTemplate } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { api } from "@/components/api-client";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { useUrlState } from "@/components/table/use-url-state";
import { RunButton } from "@/components/task/start/start-buttons";
import { useTitleCount } from "@/components/task/tab-title";
import { usePermission } from "@/components/task/use-permission";
import { FavoriteButton } from "@/components/template/favorite-button";
import { LabelFilter } from "@/components/template/list/label-filter";
import { LastTasks } from "@/components/template/list/last-tasks";
import { NewTemplateMenu } from "@/components/template/list/new-template-menu";
import {
  type PackedResources,
  type PackedTemplates,
  unpackResources,
  unpackTemplates,
} from "@/components/template/list/packed-templates";
import { templateRow } from "@/components/template/list/template-row";
import { useLiveTemplates } from "@/components/template/list/use-live-templates";
import { useTemplateColumns } from "@/components/template/list/use-template-columns";
import { sourceOf } from "@/components/template/task-source";
import { templateHref } from "@/components/template/template-href";
import type { ListedTemplate } from "@/lib/template/schema/listed";

const PAGE_SIZE = 50;

type TemplateTableProps = {
  projectId: number;
  /** Null: all templates. */
  viewId: number | null;
  templates: PackedTemplates;
  resources: PackedResources;
};

export function TemplateTable({ projectId, viewId, templates, resources }: TemplateTableProps) {
  const t = useTranslations();
  const mayRun = usePermission("runTasks");
  const mayManage = usePermission("manageResources");
  const newButton = mayManage && <NewTemplateMenu {...{ projectId, viewId }} />;
  const initial = useMemo(() => unpackTemplates(templates), [templates]);
  const rows = useLiveTemplates(initial, async (signal) => {
    const templates =
      viewId === null
        ? await api("GET /project/:projectId/templates", { params: { projectId }, signal })
        : await api("GET /project/:projectId/views/:viewId/templates", { params: { projectId, viewId }, signal });
    return templates.map((template) => templateRow(template, mayManage));
  });
  const list =
    viewId === null
      ? listOf("GET /project/:projectId/templates", { params: { projectId } })
      : listOf("GET /project/:projectId/views/:viewId/templates", { params: { projectId, viewId } });
  const { labels, label, setLabel } = useLabel(rows);
  const columns = useTemplateColumns(
    useMemo(() => unpackResources(resources), [resources]),
    {
      version: rows.some(({ type }) => type !== ""),
      drift: rows.some(({ drift }) => drift !== null),
      labels: labels.length > 0,
    },
  );
  useTitleCount(rows.filter(({ last_task }) => last_task?.status === "running").length);
  return (
    <DataTable
      label={t("shell.nav.templates")}
      list={{ ...list, isPart: label !== null }}
      rows={label === null ? rows : rows.filter((row) => row.labels.includes(label))}
      columns={columns}
      rowKey={(template) => template.id}
      rowHref={(template) => templateHref(projectId, template.id, viewId)}
      defaultSort="name"
      pageSize={PAGE_SIZE}
      search={rows.length > 0}
      isFirst={({ favorite }) => favorite}
      rowClassName={() => "sticky-actions"}
      expand={(template) => <LastTasks projectId={projectId} templateId={template.id} />}
      actions={(template) => (
        <>
          <FavoriteButton template={template} />
          {mayRun && <RunButton source={sourceOf(template)} size="sm" />}
        </>
      )}
      toolbar={labels.length > 0 && <LabelFilter labels={labels} chosen={label} onChoose={setLabel} />}
      empty={{
        text: t(viewId === null ? "template.none" : "template.noneInView"),
        icon: <LayoutTemplate />,
        action: newButton,
      }}
      toolbarEnd={rows.length > 0 && newButton}
    />
  );
}

/** The labels of the templates, and the one that the address selects, unless none has it any more. */
function useLabel(rows: ListedTemplate[]) {
  const [chosen, setLabel] = useUrlState("label");
  const labels = [...new Set(rows.flatMap((row) => row.labels))].sort((a, b) => a.localeCompare(b));
  return { labels, label: chosen !== null && labels.includes(chosen) ? chosen : null, setLabel };
}
