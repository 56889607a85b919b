import { useEffect, useState, useSyncExternalStore } from "react";
import { type FetchWindow, LogStore } from "@/components/log/log-store";

type UseLogStoreOptions = {
  /** Known number of lines; may grow. */
  total: number;
  /** Only the first render's value is used. */
  fetchWindow: FetchWindow;
};

/** One store per mounted component; use the task's id as the component's key. */
export function useLogStore({ total, fetchWindow }: UseLogStoreOptions): LogStore {
  const [store] = useState(() => new LogStore({ total, fetchWindow }));
  useEffect(() => store.setTotal(total), [store, total]);
  useEffect(() => () => store.dispose(), [store]);
  return store;
}

/** Renders again when the store changes. */
export function useLogVersion(store: LogStore): number {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.version,
    () => 0,
  );
}
