import { useSyncExternalStore } from "react";
import { sessionEnd } from "@/components/session/session-end";

/** Whether the user has to sign in again. */
export const useSessionEnd = (): boolean => useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get, () => false);
