import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type ProjectActionProps = { title: string; text: string; destructive?: boolean; children: ReactNode };

/** An action on the whole project: its description and button. */
export const ProjectAction = ({ title, text, destructive, children }: ProjectActionProps) => (
  <section
    className={cn(
      "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border p-4",
      destructive ? "border-error/30" : "border-border",
    )}
  >
    <div className="min-w-60 flex-1">
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="text-muted-foreground text-sm">{text}</p>
    </div>
    {children}
  </section>
);
