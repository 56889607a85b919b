import { useEffect, useEffectEvent, useRef, useState } from "react";
import { hitFrom, lineOf, nearOf, stepped, withNewer } from "@/components/log/search/hits";
import type { LogHits } from "@/lib/task/schema";

export type LogQuery = { text: string } | { errors: true };

/** Finds matching lines on the server: those next to line `near`, searching from line `from` on. */
export type FindLines = (
  query: LogQuery,
  place: { from: number; near: number },
  signal: AbortSignal,
) => Promise<LogHits>;

/** Debounce of the search input. */
const TYPING_MS = 200;
/** Interval at which a growing log is searched again. */
const REFRESH_MS = 1000;

type Found = { query: LogQuery; hits: LogHits; at: number | null };

type UseHits = {
  find: FindLines;
  /** Current number of lines. */
  total: number;
  jumpTo: (line: number) => void;
};

/** The hits of one query at a time, and stepping through them. Hits in new lines are added as they arrive. */
export function useHits({ find, total, jumpTo }: UseHits) {
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const asking = useRef<AbortController | null>(null);

  /** Null if the query was superseded or the server didn't respond. */
  async function ask(query: LogQuery, place: { from: number; near: number }): Promise<LogHits | null> {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setBusy(true);
    const answer = await find(query, place, controller.signal).catch(() => null);
    if (controller.signal.aborted) return null;
    setFailed(answer === null);
    setBusy(false);
    return answer;
  }

  function arrive(query: LogQuery, hits: LogHits, at: number | null, jump: boolean) {
    // A hit that was not shown is not the current one.
    setFound({ query, hits, at: jump ? at : null });
    const line = at === null ? null : lineOf(hits, at);
    if (line !== null && jump) jumpTo(line);
  }

  /** Starts a new query, and jumps to the first hit from line `near` on if `mayJump` still allows it. */
  async function look(query: LogQuery, near: number, mayJump = () => true): Promise<void> {
    let hits = await ask(query, { from: 0, near });
    const nothingAfter = hits && hits.count > 0 && hitFrom(hits, near) === null;
    if (nothingAfter) hits = await ask(query, { from: 0, near: 0 });
    if (hits) arrive(query, hits, hitFrom(hits, nothingAfter ? 0 : near), mayJump());
  }

  async function step(by: 1 | -1): Promise<void> {
    if (!found || found.hits.count === 0) return;
    const { query, hits } = found;
    const at = stepped(found.at, by, hits.count);
    const held = lineOf(hits, at) !== null ? hits : await ask(query, { from: 0, near: nearOf(hits, at) });
    if (held) arrive(query, held, at, true);
  }

  function forget() {
    asking.current?.abort();
    setFound(null);
    setFailed(false);
    setBusy(false);
  }

  const until = found?.hits.until ?? Number.POSITIVE_INFINITY;
  const again = useEffectEvent(async () => {
    if (!found || busy) return;
    const newer = await ask(found.query, { from: until, near: 0 });
    if (newer) setFound((now) => (now?.query === found.query ? { ...now, hits: withNewer(now.hits, newer) } : now));
  });
  const grown = total > until;
  useEffect(() => {
    if (!grown) return;
    const timer = setInterval(() => again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [grown]);
  useEffect(() => () => asking.current?.abort(), []);

  return { found, failed, busy, look, step, forget };
}

export type Hits = ReturnType<typeof useHits>;

/** Calls `act` with a text that has stopped changing; with "" immediately. */
export function useSettled(text: string, act: (text: string) => void): void {
  const settled = useEffectEvent(act);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => settled(text), text === "" ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
