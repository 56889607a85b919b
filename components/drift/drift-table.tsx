"use client";

import { Diff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { DriftItems } from "@/components/drift/drift-items";
import { useDriftColumns } from "@/components/drift/use-drift-columns";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { RunButton } from "@/components/task/start/start-buttons";
import { usePermission } from "@/components/task/use-permission";
import type { Drift } from "@/lib/drift/schema";
import { isFinal } from "@/lib/protocol/status";

const PAGE_SIZE = 50;
/** As the key of a row. */
const KEY = ["template_id", "workspace", "inventory_id"];

type DriftTableProps = { projectId: number; drifts: Drift[] };

/** The templates that were checked, with what drifted. Reconcile runs one, with its usual options and confirmation. */
export function DriftTable({ projectId, drifts }: DriftTableProps) {
  const t = useTranslations();
  const mayRun = usePermission("runTasks");
  const columns = useDriftColumns(projectId);
  const rows = useLiveDrifts(projectId, drifts);
  return (
    <DataTable
      label={t("shell.nav.drift")}
      list={listOf("GET /project/:projectId/drift", { params: { projectId } }, KEY)}
      rows={rows}
      columns={columns}
      rowKey={({ template_id, workspace, inventory_id }) => `${template_id} ${workspace} ${inventory_id ?? ""}`}
      defaultSort="status"
      pageSize={PAGE_SIZE}
      search={rows.length > 0}
      expand={(drift) =>
        drift.items.length > 0 ? (
          <div className="px-4 py-3">
            <DriftItems items={drift.items} count={drift.count} />
          </div>
        ) : null
      }
      actions={mayRun ? (drift) => <DriftAction projectId={projectId} drift={drift} /> : undefined}
      empty={{ text: t("drift.none"), icon: <Diff /> }}
    />
  );
}

/** Reconciles, or checks again if the status is unknown: only a check tells whether there is something to reconcile. */
function DriftAction({ projectId, drift }: { projectId: number; drift: Drift }) {
  const t = useTranslations("drift");
  const source = sourceOf(projectId, drift);
  if (drift.status === "in_sync") return null;
  if (drift.status === "unknown") return <RunButton source={{ ...source, drift_check: true }} size="sm" />;
  return <RunButton source={source} size="sm" label={t("reconcile")} />;
}

const sourceOf = (project_id: number, { template_id, inventory_id, template_name, app }: Drift) => ({
  project_id,
  template_id,
  inventory_id,
  tpl_alias: template_name,
  tpl_app: app,
  tpl_type: "",
});

/** Every task that ends may have been a check, or have reconciled something. */
function useLiveDrifts(projectId: number, initial: Drift[]): Drift[] {
  const [given, setGiven] = useState(initial);
  const [rows, setRows] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setRows(initial);
  }
  const refetch = useRefetch(async (signal) => {
    setRows(await api("GET /project/:projectId/drift", { params: { projectId }, signal }));
  });
  useTaskUpdates(({ status }) => {
    if (isFinal(status)) refetch();
  }, refetch);
  return rows;
}
