import { useTranslations } from "next-intl";
import { type SyntheticEvent, useEffect, useRef } from "react";
import { changeHash, type PlanGroup } from "@/components/task/panel/plan/plan-rows";
import { PlanValues } from "@/components/task/panel/plan/plan-values";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { PlanAction, PlanChange } from "@/lib/protocol/plan";

const LOOKS: Record<PlanAction, { sign: string; className: string }> = {
  create: { sign: "+", className: "text-success-text" },
  update: { sign: "~", className: "text-amber-text" },
  replace: { sign: "±", className: "text-error-text" },
  delete: { sign: "−", className: "text-error-text" },
  read: { sign: "<", className: "text-muted-foreground" },
  forget: { sign: "×", className: "text-muted-foreground" },
  other: { sign: ">", className: "text-muted-foreground" },
};

type PlanChangeRowProps = {
  kind: PlanGroup["kind"];
  change: PlanChange;
  /** Whether the page's address leads here. */
  linked: boolean;
};

/** One change, whose values open on request. The address of the page then leads to it. */
export function PlanChangeRow({ kind, change, linked }: PlanChangeRowProps) {
  const t = useTranslations();
  const { sign, className } = LOOKS[change.action];
  const hash = changeHash(kind, change.address);
  const row = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!linked || !row.current || row.current.open) return;
    row.current.open = true;
    row.current.scrollIntoView({ block: "center" });
  }, [linked]);
  return (
    <li className="border-border border-b">
      <details ref={row} onToggle={(event) => noteOpen(event, hash)} className="group">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-2 gap-y-1 px-3 py-1.5 text-sm hover:bg-accent sm:px-4">
          <span aria-hidden="true" className={cn("w-4 shrink-0 text-center font-mono", className)}>
            {sign}
          </span>
          <code className="wrap-anywhere min-w-0 font-mono text-xs">{change.address}</code>
          <span className={cn("text-xs", className)}>{t(`drift.actions.${change.action}`)}</span>
          {change.imported && <Badge>{t("task.plan.imported")}</Badge>}
          {change.previous_address !== null && (
            <span className="wrap-anywhere text-muted-foreground text-xs">
              {t("task.plan.movedFrom", { address: change.previous_address })}
            </span>
          )}
          {change.forced_by.length > 0 && (
            <span className="wrap-anywhere text-error-text text-xs">
              {t("task.plan.forcedBy", { paths: change.forced_by.join(", ") })}
            </span>
          )}
        </summary>
        <PlanValues change={change} />
      </details>
    </li>
  );
}

function noteOpen({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>, hash: string): void {
  const { location, history } = window;
  if (open && location.hash !== hash) history.replaceState(history.state, "", hash);
  if (!open && location.hash === hash) history.replaceState(history.state, "", location.pathname + location.search);
}
