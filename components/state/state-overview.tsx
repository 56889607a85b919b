"use client";

import { Layers } from "lucide-react";
import { useTranslations } from "next-intl";
import { StateFacts } from "@/components/state/state-facts";
import { StateNotices } from "@/components/state/state-notices";
import type { Workspace } from "@/components/state/state-summary";
import { useRefreshedStates } from "@/components/state/use-refreshed-states";
import { EmptyState } from "@/components/ui/empty-state";
import type { State, Version } from "@/lib/state/schema";

type StateOverviewProps = {
  state: State;
  /** Null: nothing was written to the state yet. */
  workspace: Workspace | null;
  newest: Version | null;
  mayManage: boolean;
};

/** What to know of a workspace first. The page follows what happens to the state. */
export function StateOverview({ state, workspace, newest, mayManage }: StateOverviewProps) {
  const t = useTranslations("state");
  useRefreshedStates(state.id);
  if (!workspace) {
    return (
      <div className="rounded-lg border border-border bg-card">
        <EmptyState icon={<Layers />} text={t("empty")} />
      </div>
    );
  }
  return (
    <>
      <StateNotices {...{ state, workspace, mayManage }} />
      <StateFacts {...{ state, workspace, newest }} />
    </>
  );
}
