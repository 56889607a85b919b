import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanChangeRow } from "@/components/task/panel/plan/plan-change-row";
import type { PlanGroup, PlanLink } from "@/components/task/panel/plan/plan-rows";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { PlanChange } from "@/lib/protocol/plan";

/** Thousands of rows at once would hold up the browser. */
const PAGE = 200;

type PlanGroupListProps = {
  group: PlanGroup;
  /** What the page's address leads to. */
  link: PlanLink | null;
};

/** A module with its changes, as far as the linked one at least. */
export function PlanGroupList({ group: { kind, module, changes }, link }: PlanGroupListProps) {
  const t = useTranslations();
  const [opened, setOpened] = useState(PAGE);
  const isLinked = ({ address }: PlanChange) => link?.kind === kind && link.address === address;
  const shown = Math.max(opened, Math.ceil((changes.findIndex(isLinked) + 1) / PAGE) * PAGE);
  const title = { resources: module || t("task.plan.root"), drift: t("task.plan.drift"), outputs: t("state.outputs") };
  return (
    <section aria-label={title[kind]}>
      <h2 className="wrap-anywhere sticky top-0 z-10 flex items-center gap-2 border-border border-b bg-muted px-3 py-1.5 font-medium text-sm sm:px-4">
        {title[kind]}
        <Badge>{changes.length}</Badge>
      </h2>
      <ul>
        {changes.slice(0, shown).map((change) => (
          <PlanChangeRow key={change.address} kind={kind} change={change} linked={isLinked(change)} />
        ))}
      </ul>
      {changes.length > shown && (
        <Button size="sm" className="m-2" onClick={() => setOpened(shown + PAGE)}>
          {t("drift.more", { count: changes.length - shown })}
        </Button>
      )}
    </section>
  );
}
