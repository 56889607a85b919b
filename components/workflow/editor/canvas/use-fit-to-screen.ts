import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useEffectEvent, useRef } from "react";

/** How the drawing shows all of its nodes. */
export const FIT = { padding: 0.15, maxZoom: 1 };

/** Shows the whole graph again once the drawing has the size of a full screen, or has lost it. */
export function useFitToScreen(full: boolean): void {
  const { fitView } = useReactFlow();
  const size = useStore(({ width, height }) => `${width} ${height}`);
  const fitted = useRef(full);

  const showAll = useEffectEvent(() => {
    if (fitted.current === full) return;
    fitted.current = full;
    void fitView(FIT);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser tells the new size some time after the change
  useEffect(() => showAll(), [size]);
}
