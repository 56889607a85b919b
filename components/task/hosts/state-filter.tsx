import { useTranslations } from "next-intl";
import { STATE_CLASSES, STATE_SIGNS } from "@/components/task/hosts/host-states";
import { cn } from "@/components/ui/cn";
import type { HostState } from "@/lib/protocol/events";

type StateFilterProps = {
  counts: ReadonlyMap<HostState, number>;
  chosen: readonly HostState[];
  onChange: (states: readonly HostState[]) => void;
};

/** A button for each state that occurs; it is the legend, too. */
export function StateFilter({ counts, chosen, onChange }: StateFilterProps) {
  const t = useTranslations("task.matrix");
  const toggle = (state: HostState) =>
    onChange(chosen.includes(state) ? chosen.filter((other) => other !== state) : [...chosen, state]);
  return (
    <fieldset aria-label={t("filter")} className="flex flex-wrap gap-1.5">
      {[...counts].map(([state, count]) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen.includes(state)}
          onClick={() => toggle(state)}
          className="flex h-7 items-center gap-1.5 rounded-md border border-border px-2 text-xs hover:bg-accent aria-pressed:border-ring aria-pressed:bg-accent"
        >
          <span aria-hidden className={cn("grid size-4 place-items-center rounded-sm", STATE_CLASSES[state])}>
            {STATE_SIGNS[state]}
          </span>
          {t(`states.${state}`)}
          <span className="text-muted-foreground tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
