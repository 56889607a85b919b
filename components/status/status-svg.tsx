import { statusShape, statusSymbol } from "@/components/status/status-shape";
import { cn } from "@/components/ui/cn";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";

type StatusSvgProps = { status: TaskStatus; reason?: TaskReason | null; size?: number; className?: string };

/** A task's status icon without a tooltip, by default of 14 pixels; place the status as text next to it. */
export function StatusSvg({ status, reason, size, className }: StatusSvgProps) {
  const { tone, motion } = statusShape(status, reason);
  const breathes = motion === "breathe";
  return (
    <svg
      aria-hidden="true"
      viewBox={breathes ? "0 0 16 16" : undefined}
      width={size}
      height={size}
      className={cn(`tone-${tone}`, motion === "blink" && "animate-blink", className)}
    >
      {breathes && <circle cx="8" cy="8" r="8" fill="currentColor" className="origin-center animate-breathe" />}
      <use href={`#${statusSymbol(status, reason)}`} />
    </svg>
  );
}
