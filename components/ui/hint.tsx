"use client";

import dynamic from "next/dynamic";
import * as Slot from "radix-ui/slot";
import { type ReactNode, Suspense } from "react";
import type { TooltipSide } from "@/components/ui/tooltip";
import { loadTooltip, useHint } from "@/components/ui/use-hint";

const TooltipAt = dynamic(() => loadTooltip().then((module) => module.TooltipAt));

type HintProps = {
  text: ReactNode;
  /** A single element that accepts pointer events. */
  children: ReactNode;
  side?: TooltipSide;
};

/** A one-line tooltip; without a text it renders only the children. Its code loads when it is first needed. */
export function Hint({ text, children, side }: HintProps) {
  const { target, events, tooltip } = useHint();
  if (!text) return children;
  return (
    <>
      <Slot.Root {...events}>{children}</Slot.Root>
      {target && (
        <Suspense>
          <TooltipAt target={target} side={side} {...tooltip}>
            {text}
          </TooltipAt>
        </Suspense>
      )}
    </>
  );
}
