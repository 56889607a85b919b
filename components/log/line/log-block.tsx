import { memo } from "react";
import { lineHtml } from "@/components/log/line/ansi";
import type { LineRange } from "@/components/log/line/line-hash";
import { type LineMark, LogLineRow } from "@/components/log/line/log-line";
import { type LogPage, PAGE_LINES } from "@/components/log/log-store";

type LogBlockProps = {
  first: number;
  count: number;
  page: LogPage | undefined;
  /** Number of loaded lines in the block. The page object grows in place, so this prop triggers the render. */
  held: number;
  /** Digits of the longest line number. */
  digits: number;
  /** Null without the time column. */
  clock: Intl.DateTimeFormat | null;
  marks: ReadonlyMap<number, LineMark> | undefined;
  wraps: boolean;
  target: LineRange | null;
  onPoint: (line: number, extend: boolean) => void;
};

/** Lines rendered together, and again only when they change. */
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
