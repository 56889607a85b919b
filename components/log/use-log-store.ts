import { useEffect, useState, useSyncExternalStore } from "react";
import { type FetchWindow, LogStore } from "@/components/log/log-store";

type UseLogStoreOptions = {
  /** Lines known to exist; may grow. */
  total: number;
  /** That of the first render is kept. */
  fetchWindow: FetchWindow;
};

/** One store for as long as the component lives; give the component the task's id as its key. */
export function useLogStore({ total, fetchWindow }: UseLogStoreOptions): LogStore {
  const [store] = useState(() => new LogStore({ total, fetchWindow }));
  useEffect(() => store.setTotal(total), [store, total]);
  useEffect(() => () => store.dispose(), [store]);
  return store;
}

/** Renders again when the store has changed. */
export function useLogVersion(store: LogStore): number {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.version,
    () => 0,
  );
}
