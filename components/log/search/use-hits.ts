import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "@/components/api-client";
import { hitBefore, hitFrom, lineOf, nearOf, stepped, withNewer } from "@/components/log/search/hits";
import type { LogHits } from "@/lib/task/schema";

/** `isExact` tells capital letters from small ones; a pattern is a regular expression. */
export type TextQuery = { text: string; isExact: boolean; isPattern: boolean };
export type LogQuery = TextQuery | { errors: true };

/** Why a search was not answered: its pattern is wrong, takes too long, or the server is away. */
type SearchFailure = "invalid" | "slow" | "failed";

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
  /** Starts the newest query once more, unless it was answered. */
  const again = useRef<(() => Promise<void>) | null>(null);
  const { ask, failure, busy, forget } = useAsk(find, () => {
    again.current = null;
    setFound(null);
  });

  function arrive(query: LogQuery, hits: LogHits, at: number | null, jump = true) {
    again.current = null;
    // A hit that was not shown is not the current one.
    setFound({ query, hits, at: jump ? at : null });
    const line = at === null ? null : lineOf(hits, at);
    if (line !== null && jump) jumpTo(line);
  }

  /** Starts a new query, and jumps to the last hit before line `near`. */
  async function lookBack(query: LogQuery, near: number): Promise<void> {
    again.current = () => lookBack(query, near);
    const hits = await ask(query, { from: 0, near });
    if (hits) arrive(query, hits, hitBefore(hits, near));
  }

  /** Starts a new query, and jumps to the first hit from line `near` on if `mayJump` still allows it. */
  async function look(query: LogQuery, near: number, mayJump = () => true): Promise<void> {
    again.current = () => look(query, near, mayJump);
    let hits = await ask(query, { from: 0, near });
    const nothingAfter = hits && hits.count > 0 && hitFrom(hits, near) === null;
    if (nothingAfter) hits = await ask(query, { from: 0, near: 0 });
    if (hits) arrive(query, hits, hitFrom(hits, nothingAfter ? 0 : near), mayJump());
  }

  /** After a query that the server didn't answer, asks it again. */
  async function step(by: 1 | -1): Promise<void> {
    if (again.current && !busy) return again.current();
    if (found && found.hits.count > 0) await show(stepped(found.at, by, found.hits.count));
  }

  /** Jumps to hit number `at`. */
  async function show(at: number): Promise<void> {
    if (!found) return;
    const { query, hits } = found;
    const held = lineOf(hits, at) !== null ? hits : await ask(query, { from: 0, near: nearOf(hits, at) });
    if (held) arrive(query, held, at);
  }

  useNewer(found, total, async (query, until) => {
    if (busy) return;
    const newer = await ask(query, { from: until, near: 0 });
    if (newer) setFound((now) => (now?.query === query ? { ...now, hits: withNewer(now.hits, newer) } : now));
  });

  return { found, failure, busy, look, lookBack, step, show, forget };
}

/** Asks for one thing at a time. `drop`: what was found before is not what is searched for. */
function useAsk(find: FindLines, drop: () => void) {
  const [failure, setFailure] = useState<SearchFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const asking = useRef<AbortController | null>(null);

  /** Null if the query was superseded or the server didn't respond. */
  async function ask(query: LogQuery, place: { from: number; near: number }): Promise<LogHits | null> {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setBusy(true);
    try {
      const answer = await find(query, place, controller.signal);
      if (controller.signal.aborted) return null;
      setFailure(null);
      setBusy(false);
      return answer;
    } catch (thrown) {
      if (controller.signal.aborted) return null;
      fail(failureOf(thrown));
      return null;
    }
  }

  function fail(reason: SearchFailure | null) {
    if (reason !== "failed") drop();
    setFailure(reason);
    setBusy(false);
  }

  function forget() {
    asking.current?.abort();
    fail(null);
  }

  useEffect(() => () => asking.current?.abort(), []);
  return { ask, failure, busy, forget };
}

/** Searches new lines of a growing log. */
function useNewer(found: Found | null, total: number, search: (query: LogQuery, until: number) => void): void {
  const again = useEffectEvent(() => found && search(found.query, found.hits.until));
  const grown = found !== null && total > found.hits.until;
  useEffect(() => {
    if (!grown) return;
    const timer = setInterval(() => again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [grown]);
}

export type Hits = ReturnType<typeof useHits>;

function failureOf(thrown: unknown): SearchFailure {
  if (!(thrown instanceof ApiError) || thrown.status !== 400) return "failed";
  return thrown.body instanceof Object && "slow" in thrown.body ? "slow" : "invalid";
}

/** Calls `act` with a text that has stopped changing; with "" immediately. `how` is what else matters. */
export function useSettled(text: string, how: string, act: (text: string) => void): void {
  const settled = useEffectEvent(act);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way of searching finds other lines
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => settled(text), text === "" ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, how]);
}
