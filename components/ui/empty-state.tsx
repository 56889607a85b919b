import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type EmptyStateProps = {
  icon?: ReactNode;
  /** One sentence about the list's purpose. */
  text: ReactNode;
  /** One button that creates the first item. */
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon, text, action, className }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn("flex flex-col items-center justify-center gap-3 px-6 py-14 text-center", className)}
    >
      {icon && (
        <div className="grid size-10 place-items-center rounded-lg border border-border text-muted-foreground [&_svg]:size-5">
          {icon}
        </div>
      )}
      <p className="max-w-sm text-balance text-muted-foreground text-sm">{text}</p>
      {action && <div className="flex items-center gap-1">{action}</div>}
    </div>
  );
}
