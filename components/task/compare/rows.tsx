import { useLocale, useTranslations } from "next-intl";
import { durationText } from "@/components/format/format-duration";
import type { DifferenceRow } from "@/components/task/compare/difference-table";
import { STATE_CLASSES } from "@/components/task/hosts/host-states";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { cn } from "@/components/ui/cn";
import type { HostState } from "@/lib/protocol/events";
import type { PlanAction } from "@/lib/protocol/plan";
import type { DurationChange, HostChange, TaskComparison } from "@/lib/task/schema/compare";

/** The texts of rows, for functions that cannot ask for them. */
export function useRowTexts() {
  const t = useTranslations();
  const locale = useLocale();
  return {
    state: (state: HostState) => t(`task.matrix.states.${state}`),
    action: (action: PlanAction) => t(`drift.actions.${action}`),
    plan: t("task.tabs.plan"),
    waited: t("task.details.waited"),
    total: t("task.columns.duration"),
    duration: (ms: number) => (ms < 1_000 ? `${ms} ms` : durationText(ms, "words", locale)),
  };
}
type Texts = ReturnType<typeof useRowTexts>;

export const hostRows = (hosts: readonly HostChange[], texts: Texts): DifferenceRow[] =>
  hosts.map(({ host, before, after, step }) => ({
    key: host,
    label: <code className="font-mono">{host}</code>,
    before: before && <State state={before} texts={texts} />,
    after: after && (
      <>
        <State state={after} texts={texts} /> {step}
      </>
    ),
  }));

const State = ({ state, texts }: { state: HostState; texts: Texts }) => (
  <span className={cn("rounded-sm px-1.5 py-0.5", STATE_CLASSES[state])}>{texts.state(state)}</span>
);

export function planRows({ before, after, list }: NonNullable<TaskComparison["plan"]>, texts: Texts): DifferenceRow[] {
  const numbers: DifferenceRow = {
    key: "",
    label: texts.plan,
    before: before && <PlanNumbers plan={before} />,
    after: after && <PlanNumbers plan={after} />,
  };
  const resources = list.map(({ address, ...actions }) => ({
    key: address,
    label: <code className="font-mono">{address}</code>,
    before: actions.before && texts.action(actions.before),
    after: actions.after && texts.action(actions.after),
  }));
  return [numbers, ...resources];
}

export const durationRows = (durations: readonly DurationChange[], texts: Texts): DifferenceRow[] =>
  durations.map(({ kind, name, before, after }) => ({
    key: `${kind} ${name}`,
    label: kind === "waited" || kind === "total" ? texts[kind] : name,
    before: before === null ? null : texts.duration(before),
    after: after === null ? null : texts.duration(after),
  }));
