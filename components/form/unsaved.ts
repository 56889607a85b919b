import { createContext, useEffect } from "react";
import { leaving } from "@/components/form/leave-question";

/** Whether the form is within the log that is open over the page, and goes with it. */
export const InLog = createContext(false);

/** While `unsaved`, the browser asks before leaving the page, unless the user has discarded the changes. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => leaving.current || event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      leaving.current = false;
      window.removeEventListener("beforeunload", warn);
    };
  }, [unsaved]);
}

/** Whether the browser would ask, if the page were left now. */
export const hasUnsaved = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
