"use client";

import * as TabsPrimitive from "radix-ui/tabs";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { tabClasses, tabListClasses } from "@/components/ui/tab-classes";

export function Tabs({ className, ...props }: ComponentProps<typeof TabsPrimitive.Root>) {
  return <TabsPrimitive.Root data-slot="tabs" className={cn("flex flex-col gap-4", className)} {...props} />;
}

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return <TabsPrimitive.List data-slot="tabs-list" className={cn(tabListClasses, className)} {...props} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(tabClasses, className)}
      onMouseDownCapture={leaveToBrowser}
      onClick={focusPressed}
      {...props}
    />
  );
}

/** The browser focuses what is pressed, which chooses it. Radix does it by script, for which browsers draw the keyboard's ring. */
function leaveToBrowser(event: MouseEvent) {
  const isFocused = event.currentTarget === document.activeElement;
  if (event.button === 0 && !event.ctrlKey && !isFocused) event.stopPropagation();
}

/** Safari focuses no buttons. */
const focusPressed = (event: MouseEvent<HTMLElement>) => event.currentTarget.focus();

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content data-slot="tabs-content" className={cn("outline-none", className)} {...props} />;
}
