import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Section, sectionsOf } from "@/components/log/fold/outline";
import type { FindHostLines } from "@/components/log/fold/use-filter";
import type { Stage } from "@/lib/protocol/runner";
import type { LogSections, SectionMark } from "@/lib/task/schema/log-sections";

/** Finds where sections begin from line `from` on, in a part of the log. */
export type FindSections = (from: number, signal: AbortSignal) => Promise<LogSections>;

/** What is known about a log's sections without its lines. */
export type SectionSource = {
  find: FindSections;
  findHost: FindHostLines;
  stages: readonly Stage[];
  /** When the task ended. */
  end: string | null;
};

/** Interval at which a growing log is searched again. */
const REFRESH_MS = 2000;
/** Limit of sections in a log; the lines after them are shown as they are. */
const MAX_MARKS = 50_000;

/** The sections of a log, as far as they are found. `isOpened`: its first lines are on the screen, which come first. */
export function useSections({ find, stages, end }: SectionSource, total: number, isOpened: boolean): Section[] {
  const [marks, setMarks] = useState<SectionMark[]>([]);
  const until = useRef(0);
  const asking = useRef<AbortController | null>(null);

  const ask = useEffectEvent(async () => {
    if (asking.current || until.current >= total) return;
    const controller = new AbortController();
    asking.current = controller;
    const found: SectionMark[] = [];
    while (until.current < total && marks.length + found.length < MAX_MARKS) {
      const part = await find(until.current, controller.signal).catch(() => null);
      if (controller.signal.aborted) return;
      if (!part || part.until <= until.current) break;
      found.push(...part.marks);
      until.current = part.until;
    }
    asking.current = null;
    if (found.length > 0) setMarks((before) => [...before, ...found]);
  });
  useEffect(() => {
    if (!isOpened) return;
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOpened]);
  useEffect(() => () => asking.current?.abort(), []);

  return useMemo(() => sectionsOf(stages, marks, end), [stages, marks, end]);
}
