import { useTranslations } from "next-intl";
import type { Folds } from "@/components/log/fold/use-folds";
import { BLOCK_LINES } from "@/components/log/line/geometry";
import type { LineRange } from "@/components/log/line/line-hash";
import { LogBlock } from "@/components/log/line/log-block";
import type { LineMark } from "@/components/log/line/log-line";
import type { LogStore } from "@/components/log/log-store";
import { useHighlight } from "@/components/log/search/use-highlight";
import type { TextQuery } from "@/components/log/search/use-hits";
import type { LogScroll } from "@/components/log/use-log-scroll";
import { selectedLines } from "@/components/log/use-target-lines";
import { cn } from "@/components/ui/cn";

type LogLinesProps = {
  store: LogStore;
  scroll: LogScroll;
  folds: Folds;
  live: boolean;
  clock: Intl.DateTimeFormat | null;
  marks: ReadonlyMap<number, LineMark> | undefined;
  /** Highlighted wherever it occurs. */
  text: TextQuery;
  target: LineRange | null;
  onPoint: (line: number, extend: boolean) => void;
  /** Called with the lines of a selected text. */
  onSelect: (lines: LineRange) => void;
};

/** The scroll area with the visible blocks. */
export function LogLines(props: LogLinesProps) {
  const { store, scroll, folds, live, clock, marks, text, target, onPoint, onSelect } = props;
  const t = useTranslations("log");
  const { scroller, height, blocks, wraps, measure, scrolled } = scroll;
  const { rows, byLine, endLines, folded, toggle } = folds;
  const shown = rows.count(store.total);
  const digits = Math.max(3, String(store.total).length);
  useHighlight(scroller, text);
  return (
    <div
      ref={scroller}
      role="log"
      // Otherwise a screen reader would read thousands of lines.
      aria-live="off"
      aria-label={t("label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
      tabIndex={0}
      onScroll={scrolled}
      onPointerUp={({ currentTarget }) => {
        const lines = selectedLines(currentTarget);
        if (lines) onSelect(lines);
      }}
      className="h-full overflow-auto bg-log font-mono text-log-foreground text-xs leading-5 outline-none [overflow-anchor:none] focus-visible:shadow-[inset_0_0_0_2px_var(--ring)]"
    >
      <div className="relative overflow-y-clip" style={{ height }}>
        {blocks.map(({ index, top }) => {
          const first = index * BLOCK_LINES;
          const count = Math.min(BLOCK_LINES, shown - first);
          const held = Array.from({ length: count }, (_, row) => store.line(rows.lineAt(first + row))).filter(
            Boolean,
          ).length;
          return (
            <div
              key={`${index} ${wraps}`}
              ref={measure}
              data-index={index}
              className={cn("absolute left-0", wraps ? "w-full" : "w-max min-w-full")}
              style={{ top }}
            >
              <LogBlock
                {...{ store, rows, byLine, endLines, folded, toggle, live, first, count, held }}
                {...{ digits, clock, marks, wraps, target, onPoint }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
