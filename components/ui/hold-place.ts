import type { MouseEvent } from "react";

const REST_MS = 1_000;
const NEAR_PX = 24;

/**
 * For a button in whose place another one may appear: while the same hand goes on clicking there, the other gets none of its clicks.
 * After Stop, a second click would start the task again, or stop the next one of the list.
 */
export function holdPlace({ clientX, clientY, timeStamp }: MouseEvent): void {
  let last = timeStamp;
  const hold = (event: globalThis.MouseEvent) => {
    if (event.timeStamp - last > REST_MS) return window.removeEventListener("click", hold, true);
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > NEAR_PX) return;
    last = event.timeStamp;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", hold, true);
}
