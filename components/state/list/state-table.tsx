"use client";

import { Layers, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { useStateColumns } from "@/components/state/list/use-state-columns";
import { stateHref } from "@/components/state/state-summary";
import { useRefreshedStates } from "@/components/state/use-refreshed-states";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import type { State } from "@/lib/state/schema";

const loadNewStateForm = () => withTexts(import("@/components/state/list/new-state-form"));
const NewStateForm = dynamic(() => loadNewStateForm().then((module) => module.NewStateForm));

const PAGE_SIZE = 20;

type StateTableProps = { projectId: number; states: State[]; mayManage: boolean };

export function StateTable({ projectId, states, mayManage }: StateTableProps) {
  const t = useTranslations();
  const router = useRouter();
  const columns = useStateColumns();
  const { create, dialog } = useItemDialog<State>();
  useRefreshedStates();
  const newButton = mayManage && (
    <Button variant="primary" onClick={create}>
      <Plus />
      {t("state.new")}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.states")}
        list={listOf("GET /project/:projectId/states", { params: { projectId } })}
        rows={states}
        columns={columns}
        rowKey={({ id }) => id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={states.length > 0}
        rowHref={({ id }) => stateHref(projectId, id)}
        empty={{ text: t("state.none"), icon: <Layers />, action: newButton }}
        toolbarEnd={states.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={dialog.open} load={loadNewStateForm}>
        <NewStateForm projectId={projectId} {...dialog} onSaved={({ id }) => router.push(stateHref(projectId, id))} />
      </PrefetchOnInteraction>
    </>
  );
}
