import { useSyncExternalStore } from "react";

type Listener = () => void;

const listeners = new Set<Listener>();
let ended = false;

function set(next: boolean): void {
  if (ended === next) return;
  ended = next;
  for (const listener of listeners) listener();
}

/** The code of a failed action, if the session has ended. */
export const SIGNED_OUT = "unauthenticated";

/** Whether the server no longer accepts the page's session. The frame then asks to sign in over the page. */
export const sessionEnd = {
  report: () => set(true),
  /** The user has signed in again. */
  clear: () => set(false),
  get: () => ended,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether the user has to sign in again. */
export const useSessionEnd = (): boolean => useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get, () => false);
