import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

type DashboardCardProps = {
  title: string;
  /** At the right of the title. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A titled block of a dashboard. */
export function DashboardCard({ title, end, className, children }: DashboardCardProps) {
  const id = useId();
  return (
    <Card className={cn("min-w-0 overflow-hidden", className)}>
      <section aria-labelledby={id} className="flex h-full flex-col">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 pt-1.5">
          <h2 id={id} className="flex-1 whitespace-nowrap font-semibold text-sm">
            {title}
          </h2>
          {end && <span className="text-muted-foreground text-xs tabular-nums">{end}</span>}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** In place of rows when there are none. */
export const NothingHere = ({ children }: { children: ReactNode }) => (
  <p className="px-4 pt-1 pb-3 text-muted-foreground text-sm">{children}</p>
);
