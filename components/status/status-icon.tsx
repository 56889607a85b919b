import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StatusSvg } from "@/components/status/status-svg";
import { Hint } from "@/components/ui/hint";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";

export type StatusIconProps = {
  status: TaskStatus;
  /** Why it has this status. */
  reason?: TaskReason | null;
  /** More specific text than the reason's, such as what a waiting task waits for. */
  detail?: ReactNode;
  /** Pixels. */
  size?: number;
  className?: string;
};

/** A task's status icon; its tooltip shows status and reason. */
export function StatusIcon({ status, reason, detail, size, className }: StatusIconProps) {
  const t = useTranslations();
  const label = t(`status.${status}`);
  const why = detail ?? (reason ? t(`reasons.${reason}`) : null);
  return (
    <Hint
      text={
        <>
          <span className="font-medium">{label}</span>
          {why && <span className="block">{why}</span>}
        </>
      }
    >
      <span role="img" aria-label={label} className="inline-flex">
        <StatusSvg status={status} reason={reason} size={size} className={className} />
      </span>
    </Hint>
  );
}
