import { useEffect } from "react";

/** While `unsaved`, the browser asks before leaving the page. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
}

/** Whether the browser would ask, if the page were left now. */
export const hasUnsaved = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
