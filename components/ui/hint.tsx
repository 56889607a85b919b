"use client";

import type { ComponentProps, ReactNode } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";

type HintProps = {
  text: ReactNode;
  /** A single element that accepts a ref and pointer events. */
  children: ReactNode;
  side?: ComponentProps<typeof TooltipContent>["side"];
};

/** A one-line tooltip; without a text it renders only the children. */
export function Hint({ text, children, side }: HintProps) {
  if (!text) return children;
  return (
    <Tooltip>
      <TooltipTrigger asChild>{children}</TooltipTrigger>
      <TooltipContent side={side} className="touch:hidden">
        {text}
      </TooltipContent>
    </Tooltip>
  );
}
