"use client";

import * as PopoverPrimitive from "radix-ui/popover";
import type { ComponentProps } from "react";
import { floatingClasses } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

export function Popover(props: ComponentProps<typeof PopoverPrimitive.Root>) {
  return <PopoverPrimitive.Root data-slot="popover" {...props} />;
}

export function PopoverTrigger(props: ComponentProps<typeof PopoverPrimitive.Trigger>) {
  return <PopoverPrimitive.Trigger data-slot="popover-trigger" {...props} />;
}

export function PopoverContent({
  className,
  align = "start",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(floatingClasses, "w-72 p-3", className)}
        {...props}
      />
    </PopoverPrimitive.Portal>
  );
}
