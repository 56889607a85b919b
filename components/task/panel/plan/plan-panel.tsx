import { useTranslations } from "next-intl";
import { useMemo, useState, useSyncExternalStore } from "react";
import { api } from "@/components/api-client";
import { SearchBox } from "@/components/table/search-box";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { PlanGroupList } from "@/components/task/panel/plan/plan-group-list";
import {
  actionsIn,
  groupsOf,
  linkedChange,
  type PlanFilter,
  type PlanLink,
} from "@/components/task/panel/plan/plan-rows";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { TaskPlan } from "@/lib/protocol/plan";

/** What the plan changes: resources by module, what was changed outside, and outputs. */
export function PlanPanel({ task }: TabPanelProps) {
  const params = { projectId: task.project_id, taskId: task.id };
  return (
    <ResultPanel
      taskId={task.id}
      load={(signal) => api("GET /project/:projectId/tasks/:taskId/plan", { params, signal })}
    >
      {(plan) => <LoadedPlan plan={plan} numbers={task.plan} />}
    </ResultPanel>
  );
}

type LoadedPlanProps = { plan: TaskPlan; numbers: TabPanelProps["task"]["plan"] };

function LoadedPlan({ plan, numbers }: LoadedPlanProps) {
  const t = useTranslations("task.plan");
  const noMatch = useTranslations("common")("noMatch");
  const [filter, setFilter] = useState<PlanFilter>({ action: "all", search: "" });
  const groups = groupsOf(plan, filter);
  const link = usePlanLink();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-border border-b px-3 py-2 sm:px-4">
        <SearchBox value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <ActionFilter plan={plan} filter={filter} onChange={setFilter} />
        {numbers && <PlanNumbers plan={numbers} className="ml-auto text-xs" />}
      </div>
      {plan.omitted > 0 && (
        <Alert variant="amber" className="m-3">
          {t("omittedChanges", { count: plan.omitted })}
        </Alert>
      )}
      {groups.map((group) => (
        <PlanGroupList key={`${group.kind} ${group.module}`} group={group} link={link} />
      ))}
      {groups.length === 0 && <p className="p-4 text-muted-foreground text-sm">{noMatch}</p>}
    </>
  );
}

type ActionFilterProps = { plan: TaskPlan; filter: PlanFilter; onChange: (filter: PlanFilter) => void };

function ActionFilter({ plan, filter, onChange }: ActionFilterProps) {
  const t = useTranslations("drift.actions");
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label={useTranslations("common")("actions")}>
      {actionsIn(plan).map(({ action, count }) => (
        <Button
          key={action}
          size="sm"
          aria-pressed={filter.action === action}
          variant={filter.action === action ? "primary" : "secondary"}
          onClick={() => onChange({ ...filter, action: filter.action === action ? "all" : action })}
        >
          {t(action)} <span className="tabular-nums opacity-70">{count}</span>
        </Button>
      ))}
    </fieldset>
  );
}

/** The change that the page's address leads to, also after another link to the same page. */
function usePlanLink(): PlanLink | null {
  const hash = useSyncExternalStore(onHashChange, readHash, () => "");
  return useMemo(() => linkedChange(hash), [hash]);
}

const readHash = () => window.location.hash;

function onHashChange(notify: () => void): () => void {
  window.addEventListener("hashchange", notify);
  return () => window.removeEventListener("hashchange", notify);
}
