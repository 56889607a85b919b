import { useTranslations } from "next-intl";
import { StatusSvg } from "@/components/status/status-svg";
import { cn } from "@/components/ui/cn";
import type { ShownStatus } from "@/components/workflow/run/run-state";
import type { TaskReason } from "@/lib/protocol/reasons";

/** The icon of a node's status; two of them tasks don't have. */
export function NodeStatusSvg({
  status,
  reason,
  size = 14,
}: {
  status: ShownStatus;
  reason?: TaskReason | null;
  size?: number;
}) {
  if (status !== "pending" && status !== "skipped") return <StatusSvg status={status} reason={reason} size={size} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={size} height={size} className="shrink-0 text-waiting">
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.2" />
      {status === "skipped" && <path d="M5 8h6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />}
    </svg>
  );
}

/** The name of a node's status. */
export function useStatusText(): (status: ShownStatus) => string {
  const t = useTranslations();
  return (status) =>
    status === "pending" || status === "skipped" ? t(`workflow.nodes.${status}`) : t(`status.${status}`);
}

const COLOURS: Partial<Record<ShownStatus, string>> = {
  running: "text-running-text",
  waiting_confirmation: "text-amber-text",
  starting: "text-amber-text",
  success: "text-success-text",
  error: "text-error-text",
};

/** Icon and name. */
export function NodeStatusText({
  status,
  reason,
  className,
}: {
  status: ShownStatus;
  reason?: TaskReason | null;
  className?: string;
}) {
  const text = useStatusText();
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        COLOURS[status] ?? "text-muted-foreground",
        className,
      )}
    >
      <NodeStatusSvg status={status} reason={reason} size={12} />
      {text(status)}
    </span>
  );
}
