import { statusShape, statusSymbol, type Tone } from "@/components/status/status-shape";
import { cn } from "@/components/ui/cn";
import type { TaskReason, TaskStatus } from "@/lib/protocol/status";

const TONES: Record<Tone, string> = {
  waiting: "text-waiting",
  amber: "text-amber",
  running: "text-running",
  success: "text-success",
  error: "text-error",
};

type StatusSvgProps = { status: TaskStatus; reason?: TaskReason | null; size?: number; className?: string };

/** A task's status icon without a tooltip; place the status as text next to it. */
export function StatusSvg({ status, reason, size = 14, className }: StatusSvgProps) {
  const { tone, motion } = statusShape(status, reason);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      data-status={status}
      className={cn("shrink-0", TONES[tone], motion === "blink" && "animate-blink", className)}
    >
      {motion === "breathe" && (
        <circle cx="8" cy="8" r="8" fill="currentColor" className="origin-center animate-breathe" />
      )}
      <use href={`#${statusSymbol(status, reason)}`} />
    </svg>
  );
}
