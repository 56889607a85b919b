"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { PageSection } from "@/components/shell/page/page-section";
import { useTokenColumns } from "@/components/state/token/use-token-columns";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteStateToken } from "@/lib/state/actions";
import type { MadeStateToken, State, StateToken } from "@/lib/state/schema";

const loadTokenForm = () => withTexts(import("@/components/state/token/token-form"));
const TokenForm = dynamic(() => loadTokenForm().then((module) => module.TokenForm));
const loadTokenDialog = () => withTexts(import("@/components/state/token/state-token-dialog"));
const StateTokenDialog = dynamic(() => loadTokenDialog().then((module) => module.StateTokenDialog));

type TokenSectionProps = {
  state: State;
  tokens: StateToken[];
  workspace: string;
  /** The URL by which tools reach this server; blank: the page's origin. */
  publicUrl: string;
};

/** Tokens that give a laptop access to this state and nothing else. */
export function TokenSection({ state, tokens, workspace, publicUrl }: TokenSectionProps) {
  const t = useTranslations("state.token");
  const { id: stateId, project_id: projectId } = state;
  const columns = useTokenColumns();
  const form = useItemDialog<StateToken>();
  const [made, setMade] = useState<{ open: boolean; token: MadeStateToken; url: string } | null>(null);
  const deletion = useDeleteFlow<StateToken>({
    kind: "token",
    name: ({ name }) => name,
    remove: ({ id: tokenId }) => deleteStateToken({ projectId, stateId, tokenId }),
  });

  function show(token: MadeStateToken) {
    setMade({ open: true, token, url: publicUrl || window.location.origin });
    form.dialog.onSaved();
  }

  return (
    <PageSection title={t("title")} about={t("about")}>
      <DataTable
        label={t("title")}
        list={listOf("GET /project/:projectId/states/:stateId/tokens", { params: { projectId, stateId } })}
        rows={tokens}
        columns={columns}
        rowKey={({ id }) => id}
        urlKey="tokens"
        actions={(token) => (
          <RowActions onDelete={() => deletion.ask(token)} deleting={deletion.loadingRefs === token} />
        )}
        empty={{ text: t("none") }}
        toolbarEnd={
          <Button onClick={form.create}>
            <Plus />
            {t("new")}
          </Button>
        }
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadTokenForm}>
        <TokenForm state={state} {...form.dialog} onSaved={show} />
      </PrefetchOnInteraction>
      <PrefetchOnInteraction open={made !== null} load={loadTokenDialog}>
        {made && (
          <StateTokenDialog {...{ state, workspace }} {...made} onClose={() => setMade({ ...made, open: false })} />
        )}
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </PageSection>
  );
}
