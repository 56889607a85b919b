import { memo } from "react";
import { FoldHeading } from "@/components/log/fold/fold-heading";
import type { Section } from "@/components/log/fold/outline";
import type { Folds } from "@/components/log/fold/use-folds";
import { lineHtml } from "@/components/log/line/ansi";
import type { LineRange } from "@/components/log/line/line-hash";
import { type LineMark, LogLineRow } from "@/components/log/line/log-line";
import { type LogStore, PAGE_LINES } from "@/components/log/log-store";

type LogBlockProps = Pick<Folds, "rows" | "byLine" | "endLines" | "folded" | "toggle"> & {
  /** Its first row. */
  first: number;
  count: number;
  store: LogStore;
  /** Number of loaded lines in the block. Pages grow in place, so this prop triggers the render. */
  held: number;
  live: boolean;
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
  const { rows, byLine, endLines, folded, toggle, first, count, store, live } = props;
  const { digits, clock, marks, wraps, target, onPoint } = props;
  return Array.from({ length: count }, (_, index) => {
    const line = rows.lineAt(first + index);
    const page = store.page(line);
    const loaded = store.line(line);
    const section = byLine.get(line);
    const time = loaded?.time ?? section?.start;
    return (
      <LogLineRow
        key={line}
        line={line}
        digits={digits}
        heading={
          section && (
            <FoldHeading
              {...{ section, live }}
              last={section.last ?? (live ? null : store.total - 1)}
              isFolded={folded.has(line)}
              onToggle={toggle}
            />
          )
        }
        html={page && loaded && !isTitled(section) ? lineHtml(page, line % PAGE_LINES) : null}
        time={clock && (time ? clock.format(new Date(time)) : "")}
        isQuiet={endLines.has(line)}
        mark={marks?.get(line)}
        wraps={wraps}
        target={target !== null && target.first <= line && line <= target.last ? target : null}
        onPoint={onPoint}
      />
    );
  });
});

/** Whether a heading stands for its line; a stage has no line of its own. */
const isTitled = (section: Section | undefined): boolean => section !== undefined && section.kind !== "stage";
