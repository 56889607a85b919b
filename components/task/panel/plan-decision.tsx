import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { TaskDetail } from "@/lib/task/schema";

type PlanDecisionProps = { task: TaskDetail; actions: TaskActions; mayRun: boolean };

/** Asks the user to confirm or reject a plan. */
export function PlanDecision({ task, actions, mayRun }: PlanDecisionProps) {
  const t = useTranslations("task.plan");
  const { pending } = actions;
  const [typed, setTyped] = useState("");
  const destroys = task.plan?.destroy ?? 0;
  return (
    <section
      aria-label={t("question")}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-amber/30 border-b bg-amber-soft px-3 py-3 sm:px-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 font-medium text-amber-text text-base">
          <StatusSvg status="waiting_confirmation" />
          {t("question")}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-base">
          {task.plan ? <PlanNumbers plan={task.plan} /> : t("seeLog")}
        </p>
        {task.confirm_until && (
          <p className="mt-1 text-muted-foreground text-xs">
            {t.rich("until", { time: () => <Time value={task.confirm_until} /> })}
          </p>
        )}
      </div>
      {mayRun ? (
        <div className="flex flex-wrap items-end gap-2 max-sm:w-full max-sm:*:flex-1">
          {destroys > 0 && (
            <Label className="flex max-w-64 flex-col items-start gap-1 text-xs max-sm:max-w-none max-sm:basis-full">
              {t("typeCount", { count: destroys })}
              <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
            </Label>
          )}
          <Button size="lg" loading={pending === "reject"} disabled={pending !== null} onClick={actions.reject}>
            <X />
            {t("reject")}
          </Button>
          <Button
            size="lg"
            variant={destroys > 0 ? "destructive" : "primary"}
            loading={pending === "confirm"}
            disabled={pending !== null || (destroys > 0 && typed.trim() !== String(destroys))}
            onClick={actions.confirm}
          >
            <Check />
            {t("confirm")}
          </Button>
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">{t("notAllowed")}</p>
      )}
    </section>
  );
}
