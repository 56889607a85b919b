import { useSyncExternalStore } from "react";

const never = () => () => {};

/** What the key beside K is called on this computer: "⌘" on Apple's, else "Ctrl ". */
export function useModKey(): string {
  const apple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return apple ? "⌘" : "Ctrl ";
}
