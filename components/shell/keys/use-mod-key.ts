import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The label of the shortcut modifier: "⌘" on Apple's systems, else "Ctrl ". */
export function useModKey(): string {
  const apple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return apple ? "⌘" : "Ctrl ";
}
