"use client";

import { useTranslations } from "next-intl";
import { BLOCK_LINES, lineTop } from "@/components/log/geometry";
import { LogBlock } from "@/components/log/log-block";
import type { LineMark } from "@/components/log/log-line";
import { type LogStore, PAGE_LINES } from "@/components/log/log-store";
import type { LogScroll } from "@/components/log/use-log-scroll";

type LogLinesProps = {
  store: LogStore;
  scroll: LogScroll;
  clock: Intl.DateTimeFormat | null;
  marks: ReadonlyMap<number, LineMark> | undefined;
  target: number | null;
  onPoint: (line: number) => void;
};

/** The scrolled area with the blocks in sight. */
export function LogLines({ store, scroll, clock, marks, target, onPoint }: LogLinesProps) {
  const t = useTranslations("log");
  const { scroller, shape, offset, blocks, scrolled } = scroll;
  const digits = Math.max(3, String(store.total).length);
  return (
    <div
      ref={scroller}
      role="log"
      // A log of thousands of lines would be read out without end.
      aria-live="off"
      aria-label={t("label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
      tabIndex={0}
      onScroll={scrolled}
      className="h-full overflow-auto bg-log font-mono text-log-foreground text-xs leading-5 outline-none [overflow-anchor:none] focus-visible:shadow-[inset_0_0_0_2px_var(--ring)]"
    >
      <div className="relative overflow-y-clip" style={{ height: shape.height }}>
        {blocks.map(({ index }) => {
          const first = index * BLOCK_LINES;
          const page = store.page(first);
          const held = Math.min(BLOCK_LINES, Math.max(0, (page?.lines.length ?? 0) - (first % PAGE_LINES)));
          return (
            <div
              key={index}
              className="absolute left-0 w-max min-w-full"
              style={{ top: lineTop(first, offset, shape.scale) }}
            >
              <LogBlock
                first={first}
                count={Math.min(BLOCK_LINES, store.total - first)}
                {...{ page, held, digits, clock, marks, target, onPoint }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
