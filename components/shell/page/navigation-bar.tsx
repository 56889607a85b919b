"use client";

import { useShell } from "@/components/shell/shell-context";
import { cn } from "@/components/ui/cn";

/** A progress line along the header while another screen loads slowly. */
export function NavigationBar() {
  const { navigating } = useShell();
  return (
    <span
      aria-hidden="true"
      className={cn(
        "absolute inset-x-0 -bottom-px h-0.5 bg-primary",
        navigating ? "animate-pulse opacity-100 transition-opacity delay-200" : "opacity-0",
      )}
    />
  );
}
