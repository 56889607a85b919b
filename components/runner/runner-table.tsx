"use client";

import { Plus, Server } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { usePolled } from "@/components/live/use-polled";
import { CleanButton } from "@/components/runner/clean-button";
import { DrainButton } from "@/components/runner/drain-button";
import type { ProjectName } from "@/components/runner/project-scope-field";
import { runnerCalls } from "@/components/runner/runner-calls";
import { RunnerDetails } from "@/components/runner/runner-details";
import { useRunnerColumns } from "@/components/runner/use-runner-columns";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import type { Runner } from "@/lib/runner/schema";

const loadRunnerForm = () => withTexts(import("@/components/runner/runner-form"));
const RunnerForm = dynamic(() => loadRunnerForm().then((module) => module.RunnerForm));

const loadTokenDialog = () => import("@/components/runner/runner-token-dialog");
const RunnerTokenDialog = dynamic(() => loadTokenDialog().then((module) => module.RunnerTokenDialog));

const PAGE_SIZE = 20;
const REFRESH_SECONDS = 10;

type RunnerTableProps = {
  /** Null: all runners, for administrators. */
  projectId: number | null;
  runners: Runner[];
  projects: ProjectName[];
  /** The URL by which runners reach this server; blank: the page's origin. */
  publicUrl: string;
};

export function RunnerTable({ projectId, runners, projects, publicUrl }: RunnerTableProps) {
  const t = useTranslations("runner");
  const calls = runnerCalls(projectId);
  const ofProject = projectId !== null;
  const columns = useRunnerColumns(calls).filter(({ key }) => !ofProject || key !== "projects");
  const [rows] = usePolled({
    initial: runners,
    load: (signal) =>
      ofProject
        ? api("GET /project/:projectId/runners", { params: { projectId }, signal })
        : api("GET /runners", { signal }),
    seconds: REFRESH_SECONDS,
  });
  const form = useItemDialog<Runner>();
  const [issued, setIssued] = useState<{ open: boolean; id: number; token: string; url: string } | null>(null);
  const deletion = useDeleteFlow<Runner>({
    kind: "runner",
    name: ({ id, name }) => name || t("number", { id }),
    remove: (runner) => calls.remove(runner.id),
  });
  const newButton = (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("new")}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t("title")}
        list={
          ofProject ? listOf("GET /project/:projectId/runners", { params: { projectId } }) : listOf("GET /runners", {})
        }
        rows={rows}
        columns={columns}
        rowKey={(runner) => runner.id}
        pageSize={PAGE_SIZE}
        search
        onOpen={form.edit}
        expand={(runner) => <RunnerDetails runner={runner} projects={projects} />}
        actions={(runner) => (
          <>
            <DrainButton runner={runner} calls={calls} />
            <CleanButton runner={runner} calls={calls} />
            <RowActions onEdit={() => form.edit(runner)} onDelete={() => deletion.ask(runner)} />
          </>
        )}
        empty={{ text: t(ofProject ? "noneOfProject" : "none"), icon: <Server />, action: newButton }}
        toolbarEnd={rows.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadRunnerForm}>
        <RunnerForm
          item={form.item}
          calls={calls}
          projects={ofProject || form.item?.project_id ? null : projects}
          {...form.dialog}
          onSaved={(created) => {
            if (created)
              setIssued({ open: true, id: created.id, token: created.token, url: publicUrl || window.location.origin });
            form.dialog.onSaved();
          }}
        />
      </PrefetchOnInteraction>
      <PrefetchOnInteraction open={issued !== null} load={loadTokenDialog}>
        {issued && <RunnerTokenDialog {...issued} onClose={() => setIssued({ ...issued, open: false })} />}
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
