import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanChangeRow } from "@/components/task/panel/plan/plan-change-row";
import type { PlanGroup } from "@/components/task/panel/plan/plan-rows";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

/** Thousands of rows at once would hold up the browser. */
const PAGE = 200;

/** A module with its changes. */
export function PlanGroupList({ group: { kind, module, changes } }: { group: PlanGroup }) {
  const t = useTranslations();
  const [shown, setShown] = useState(PAGE);
  const title = { resources: module || t("task.plan.root"), drift: t("task.plan.drift"), outputs: t("state.outputs") };
  return (
    <section aria-label={title[kind]}>
      <h3 className="wrap-anywhere sticky top-0 z-10 flex items-center gap-2 border-border border-b bg-muted px-3 py-1.5 font-medium text-sm sm:px-4">
        {title[kind]}
        <Badge>{changes.length}</Badge>
      </h3>
      <ul>
        {changes.slice(0, shown).map((change) => (
          <PlanChangeRow key={change.address} kind={kind} change={change} />
        ))}
      </ul>
      {changes.length > shown && (
        <Button size="sm" className="m-2" onClick={() => setShown(shown + PAGE)}>
          {t("drift.more", { count: changes.length - shown })}
        </Button>
      )}
    </section>
  );
}
