import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { Button } from "@/components/ui/button";
import { holdPlace } from "@/components/ui/hold-place";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { TaskDetail } from "@/lib/task/schema";

type PlanButtonsProps = { plan: TaskDetail["plan"]; actions: TaskActions; size?: "md" | "lg" };

/** Confirms or rejects a plan. One that destroys resources asks for their number before. */
export function PlanButtons({ plan, actions, size = "md" }: PlanButtonsProps) {
  const t = useTranslations("task.plan");
  const { pending } = actions;
  const [typed, setTyped] = useState("");
  const destroys = plan?.destroy ?? 0;

  function press(event: MouseEvent, act: () => void) {
    holdPlace(event);
    act();
  }

  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:w-full max-sm:[&>button]:flex-1 sm:[&>button]:min-w-28">
      {destroys > 0 && (
        <Label className="flex flex-col items-start gap-1 text-xs max-sm:basis-full">
          {t("typeCount", { count: destroys })}
          <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Label>
      )}
      <Button
        size={size}
        loading={pending === "reject"}
        disabled={pending !== null}
        onClick={(event) => press(event, actions.reject)}
      >
        <X />
        {t("reject")}
      </Button>
      <Button
        size={size}
        variant={destroys > 0 ? "destructive" : "primary"}
        loading={pending === "confirm"}
        disabled={pending !== null || (destroys > 0 && typed.trim() !== String(destroys))}
        onClick={(event) => press(event, actions.confirm)}
      >
        <Check />
        {t("confirm")}
      </Button>
    </div>
  );
}
