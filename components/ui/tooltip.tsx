"use client";

import * as TooltipPrimitive from "radix-ui/tooltip";
import { type AriaAttributes, type ComponentProps, type ReactNode, useEffect } from "react";
import { cn } from "@/components/ui/cn";
import { TriggerAt } from "@/components/ui/trigger-at";

export type TooltipSide = ComponentProps<typeof TooltipPrimitive.Content>["side"];

export function Tooltip(props: ComponentProps<typeof TooltipPrimitive.Root>) {
  return (
    <TooltipPrimitive.Provider>
      <TooltipPrimitive.Root data-slot="tooltip" {...props} />
    </TooltipPrimitive.Provider>
  );
}

export function TooltipTrigger(props: ComponentProps<typeof TooltipPrimitive.Trigger>) {
  return <TooltipPrimitive.Trigger data-slot="tooltip-trigger" {...props} />;
}

export function TooltipContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof TooltipPrimitive.Content>) {
  return (
    <TooltipPrimitive.Portal>
      <TooltipPrimitive.Content
        data-slot="tooltip-content"
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "fade-in-0 z-60 max-w-72 animate-in text-balance wrap-anywhere rounded-md bg-foreground px-2 py-1 text-background text-xs duration-100",
          className,
        )}
        {...props}
      />
    </TooltipPrimitive.Portal>
  );
}

type TooltipAtProps = {
  target: HTMLElement;
  side?: TooltipSide;
  onClose: () => void;
  onPointerEnter: () => void;
  children: ReactNode;
};

/** An open tooltip at an element that is not its child. */
export function TooltipAt({ target, side, onClose, onPointerEnter, children }: TooltipAtProps) {
  useEffect(() => {
    window.addEventListener("scroll", onClose, { capture: true });
    return () => window.removeEventListener("scroll", onClose, { capture: true });
  }, [onClose]);
  return (
    <Tooltip open onOpenChange={onClose}>
      <TooltipTrigger asChild>
        <Described target={target} />
      </TooltipTrigger>
      <TooltipContent side={side} onPointerEnter={onPointerEnter} className="touch:hidden">
        {children}
      </TooltipContent>
    </Tooltip>
  );
}

/** Screen readers read the tooltip with its element. */
function Described({ "aria-describedby": id, ...trigger }: ComponentProps<typeof TriggerAt> & AriaAttributes) {
  const { target } = trigger;
  useEffect(() => {
    const before = target.getAttribute("aria-describedby");
    if (!id) return;
    target.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) target.setAttribute("aria-describedby", before);
      else target.removeAttribute("aria-describedby");
    };
  }, [target, id]);
  return <TriggerAt {...trigger} />;
}
