import { memo } from "react";
import { lineHtml } from "@/components/log/line/ansi";
import type { LineRange } from "@/components/log/line/line-hash";
import { type LineMark, LogLineRow } from "@/components/log/line/log-line";
import { type LogPage, PAGE_LINES } from "@/components/log/log-store";

type LogBlockProps = {
  first: number;
  count: number;
  page: LogPage | undefined;
  /** Lines of the block that are loaded: a page grows in place, so this is what tells that it did. */
  held: number;
  /** Of the longest line number. */
  digits: number;
  /** Null without the column of times. */
  clock: Intl.DateTimeFormat | null;
  marks: ReadonlyMap<number, LineMark> | undefined;
  wraps: boolean;
  target: LineRange | null;
  onPoint: (line: number, extend: boolean) => void;
};

/** Some lines that are rendered together, and again only when they change. */
export const LogBlock = memo(function LogBlock(props: LogBlockProps) {
  const { first, count, page, held, digits, clock, marks, wraps, target, onPoint } = props;
  return Array.from({ length: count }, (_, index) => {
    const line = first + index;
    const place = line % PAGE_LINES;
    const loaded = index < held ? page?.lines[place] : undefined;
    return (
      <LogLineRow
        key={line}
        line={line}
        digits={digits}
        html={page && loaded ? lineHtml(page, place) : null}
        time={clock && (loaded ? clock.format(new Date(loaded.time)) : "")}
        mark={marks?.get(line)}
        wraps={wraps}
        target={target !== null && target.first <= line && line <= target.last ? target : null}
        onPoint={onPoint}
      />
    );
  });
});
