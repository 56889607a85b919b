import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        "inline-grid h-5 min-w-5 place-items-center rounded-sm border border-border bg-muted px-1 font-sans text-muted-foreground text-xs",
        className,
      )}
      {...props}
    />
  );
}
