"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type SwitchProps = Omit<ComponentProps<"button">, "onClick"> & {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** Radix's also takes part in forms, which none of ours needs. */
export function Switch({ checked, onCheckedChange, className, ...props }: SwitchProps) {
  const state = checked ? "checked" : "unchecked";
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-state={state}
      data-slot="switch"
      className={cn(
        "touch-target inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-transparent p-px transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-primary data-[state=unchecked]:bg-muted-foreground/45",
        className,
      )}
      onClick={() => onCheckedChange(!checked)}
      {...props}
    >
      <span
        data-state={state}
        className="block size-3.5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-3.5 dark:data-[state=checked]:bg-primary-foreground"
      />
    </button>
  );
}
