import { useSyncExternalStore } from "react";
import { useConsole } from "@/components/shell/console-context";
import { lastViewCookie, readCookie } from "@/components/shell/cookies";

const never = () => () => {};

/** The last selected view of the template list; read again at every render. */
export function useLastView(): string | null {
  const { project } = useConsole();
  const read = () => {
    const stored = project && readCookie(lastViewCookie(project.id));
    return stored && /^\d+$/.test(stored) ? stored : null;
  };
  return useSyncExternalStore(never, read, () => null);
}
