import { useTranslations } from "next-intl";
import type { Rows } from "@/components/log/fold/rows";
import type { Folds } from "@/components/log/fold/use-folds";
import { BLOCK_LINES } from "@/components/log/line/geometry";
import type { LineRange } from "@/components/log/line/line-hash";
import { LogBlock } from "@/components/log/line/log-block";
import type { LineMark } from "@/components/log/line/log-line";
import type { LogStore } from "@/components/log/log-store";
import { useHighlight } from "@/components/log/search/use-highlight";
import type { TextQuery } from "@/components/log/search/use-hits";
import type { LogScroll, PlacedBlock } from "@/components/log/use-log-scroll";
import { usePrinting } from "@/components/log/use-printing";
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

/** The scroll area with the visible blocks; on paper, with all that are loaded. */
export function LogLines(props: LogLinesProps) {
  const { store, scroll, folds, live, clock, marks, text, target, onPoint, onSelect } = props;
  const t = useTranslations("log");
  const { scroller, height, blocks, wraps, measure, scrolled } = scroll;
  const { rows, byLine, endLines, folded, toggle } = folds;
  const shown = rows.count(store.total);
  const printing = usePrinting();
  const linesOf = (block: number) => linesOfBlock(block, rows, shown);
  const isLoaded = (line: number) => store.line(line) !== undefined;
  const printed = () =>
    allBlocks(shown).filter(({ index }) => linesOf(index).some((line) => isLoaded(line) || folded.has(line)));
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
        {(printing ? printed() : blocks).map(({ index, top }) => {
          const lines = linesOf(index);
          return (
            <div
              key={`${index} ${wraps}`}
              ref={printing ? null : measure}
              data-index={index}
              className={cn("absolute left-0", wraps ? "w-full" : "w-max min-w-full")}
              style={{ top }}
            >
              <LogBlock
                {...{ store, rows, byLine, endLines, folded, toggle, live }}
                first={index * BLOCK_LINES}
                count={lines.length}
                held={lines.filter(isLoaded).length}
                {...{ digits, clock, marks, wraps, target, onPoint }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const linesOfBlock = (index: number, rows: Rows, shown: number): number[] => {
  const first = index * BLOCK_LINES;
  return Array.from({ length: Math.min(BLOCK_LINES, shown - first) }, (_, row) => rows.lineAt(first + row));
};

/** Placed one below the other by the print style. */
const allBlocks = (shown: number): PlacedBlock[] =>
  Array.from({ length: Math.ceil(shown / BLOCK_LINES) }, (_, index) => ({ index, top: 0 }));
