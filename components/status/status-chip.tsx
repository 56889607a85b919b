import { useTranslations } from "next-intl";
import type { StatusIconProps } from "@/components/status/status-icon";
import { ranNothing, statusShape } from "@/components/status/status-shape";
import { StatusSvg } from "@/components/status/status-svg";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

/** Icon and name of a task's status; the tooltip shows the reason if there is one. */
export function StatusChip({ status, reason, detail, className }: Omit<StatusIconProps, "size">) {
  const t = useTranslations();
  return (
    <Hint text={detail ?? (reason ? t(`reasons.${reason}`) : null)}>
      <span className={cn("badge", `chip-${statusShape(status, reason).tone}`, className)}>
        <StatusSvg status={status} reason={reason} />
        {ranNothing(status, reason) ? t("task.nothingRan") : t(`status.${status}`)}
      </span>
    </Hint>
  );
}
