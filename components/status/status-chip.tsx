import { useTranslations } from "next-intl";
import type { StatusIconProps } from "@/components/status/status-icon";
import { ranNothing, statusShape, type Tone } from "@/components/status/status-shape";
import { StatusSvg } from "@/components/status/status-svg";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

const TONES: Record<Tone, string> = {
  waiting: "bg-waiting-soft text-waiting-text",
  amber: "bg-amber-soft text-amber-text",
  running: "bg-running-soft text-running-text",
  success: "bg-success-soft text-success-text",
  error: "bg-error-soft text-error-text",
};

/** Icon and name of a task's status; the tooltip shows the reason if there is one. */
export function StatusChip({ status, reason, detail, className }: Omit<StatusIconProps, "size">) {
  const t = useTranslations();
  return (
    <Hint text={detail ?? (reason ? t(`reasons.${reason}`) : null)}>
      <Badge className={cn(TONES[statusShape(status, reason).tone], "gap-1.5 pr-2", className)}>
        <StatusSvg status={status} reason={reason} size={12} />
        {ranNothing(status, reason) ? t("task.nothingRan") : t(`status.${status}`)}
      </Badge>
    </Hint>
  );
}
