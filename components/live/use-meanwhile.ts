import { useRef } from "react";

/** Updates that arrive while something is fetched, whose reply may be older than they are. */
export function useMeanwhile<Update>() {
  const fetches = useRef(new Set<Update[]>());

  function note(update: Update): void {
    for (const updates of fetches.current) updates.push(update);
  }

  /** What `fetchNow` resolves with, changed by what was noted since. */
  async function fetchAnd<Fetched>(
    fetchNow: () => Promise<Fetched>,
    change: (fetched: Fetched, update: Update) => Fetched,
  ): Promise<Fetched> {
    const updates: Update[] = [];
    fetches.current.add(updates);
    try {
      return updates.reduce(change, await fetchNow());
    } finally {
      fetches.current.delete(updates);
    }
  }

  return { note, fetchAnd };
}
