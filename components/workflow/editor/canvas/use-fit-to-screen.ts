import { useNodesInitialized, useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useEffectEvent, useRef } from "react";

const PADDING = 24;
/** How the drawing shows all of its nodes. */
export const FIT = { padding: `${PADDING}px`, maxZoom: 1 } as const;
/** Smaller texts are hard to read. */
const READABLE = 0.7;
/** Down to here, seeing all of the graph is worth it. */
const SMALLEST = 0.6;

/**
 * Shows the graph when it appears, and again once the drawing has the size of a full screen, or has lost it: all of it, or
 * its beginning if all would be too small to read. `isEmpty`: at first, so that it stays where the first node is dropped.
 */
export function useFitToScreen(full: boolean, isEmpty: boolean): void {
  const { fitView, getNodes, getNodesBounds, setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isDrawn = useNodesInitialized();
  const fitted = useRef(isEmpty ? full : null);

  const show = useEffectEvent(() => {
    if (fitted.current === full || !isDrawn || width === 0) return;
    fitted.current = full;
    const all = getNodesBounds(getNodes());
    const room = { width: width - 2 * PADDING, height: height - 2 * PADDING };
    if (all.width * SMALLEST <= room.width && all.height * SMALLEST <= room.height) return void fitView(FIT);
    const shift = Math.max(0, (room.height - all.height * READABLE) / 2);
    void setViewport({ x: PADDING - all.x * READABLE, y: PADDING + shift - all.y * READABLE, zoom: READABLE });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser tells the new size some time after the change
  useEffect(() => show(), [isDrawn, width, height]);
}
