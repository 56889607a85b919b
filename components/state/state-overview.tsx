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
  /** Null if the state has no version yet. */
  workspace: Workspace | null;
  newest: Version | null;
  mayManage: boolean;
};

/** Notices and a summary of a workspace; refreshed when the state changes. */
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
