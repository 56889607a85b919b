import { useEffect, useMemo, useState } from "react";
import { pathTo, type Section } from "@/components/log/fold/outline";
import { type LineRange, oneLine } from "@/components/log/line/line-hash";
import type { HostLines } from "@/lib/task/schema/log-sections";

/** Shows only the lines of a stage, or of one of Ansible's hosts. */
export type LogFilter =
  | { kind: "stage"; name: string; first: number; last: number | null }
  | { kind: "host"; name: string };

/** Finds the lines of a host from line `from` on, in a part of the log. */
export type FindHostLines = (host: string, from: number, signal: AbortSignal) => Promise<HostLines>;

/** The lines that a filter leaves, with the headings above them; null without a filter, and until any are found. */
export function useFilter(
  filter: LogFilter | null,
  find: FindHostLines,
  { total, sections }: { total: number; sections: readonly Section[] },
): LineRange[] | null {
  const ofHost = useHostLines(filter?.kind === "host" ? filter.name : null, find, total);
  return useMemo(() => {
    if (filter?.kind === "stage") return [{ first: filter.first, last: filter.last ?? Number.MAX_SAFE_INTEGER }];
    if (!filter || !ofHost) return null;
    const headings = new Set(ofHost.flatMap(({ first }) => pathTo(sections, first).map((section) => section.first)));
    return [...ofHost, ...[...headings].map(oneLine)];
  }, [filter, ofHost, sections]);
}

/** As many as the log has when it is asked for; one that grows shows more when the filter is chosen again. */
function useHostLines(host: string | null, find: FindHostLines, total: number): LineRange[] | null {
  const [found, setFound] = useState<{ host: string; ranges: LineRange[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each host
  useEffect(() => {
    if (host === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const ranges: LineRange[] = [];
      for (let from = 0; from < total; ) {
        const part = await find(host, from, controller.signal);
        ranges.push(...part.lines);
        if (part.until <= from) break;
        from = part.until;
      }
      setFound({ host, ranges });
    };
    // Without an answer, all lines stay.
    ask().catch(() => setFound(null));
    return () => controller.abort();
  }, [host]);
  return found && found.host === host ? found.ranges : null;
}
