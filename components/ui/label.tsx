"use client";

import * as LabelPrimitive from "radix-ui/label";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Label({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  return (
    <LabelPrimitive.Root
      data-slot="label"
      className={cn("flex select-none items-center gap-1.5 font-medium text-sm", className)}
      {...props}
    />
  );
}
