import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** The frame of all inputs and selects. */
export const controlClasses =
  "w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground outline-none transition-[border-color,box-shadow] placeholder:text-muted-foreground focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-ring/25 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-error aria-invalid:focus-visible:ring-error/25 dark:bg-background";

/** A select's button. */
export const triggerClasses = cn(
  controlClasses,
  "flex h-8 items-center justify-between gap-2 px-2.5 text-left data-[placeholder]:text-muted-foreground *:data-[slot=select-value]:truncate",
);

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} data-slot="input" className={cn(controlClasses, "h-8 px-2.5", className)} {...props} />;
}
