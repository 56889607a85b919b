import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { BLOCK_HEIGHT, BLOCK_ROWS, ItemBlock, ROW } from "@/components/workflow/run/items/item-block";
import { itemId } from "@/components/workflow/run/items/item-cell";
import type { Items } from "@/components/workflow/run/items/use-items";

const COLUMN = 190;
/** Most rows that leave room for a log below. */
const ROWS_BESIDE_LOG = 6;

type ItemGridProps = { items: Items; chosen: number | null; onChoose: (number: number) => void };

/** The items of a matrix; only those in sight are rendered. */
export function ItemGrid({ items, chosen, onChoose }: ItemGridProps) {
  const t = useTranslations("workflow.resume");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(chosen ?? 0);
  const [columns, setColumns] = useState(1);
  const { total, at } = items;
  const rows = Math.ceil(total / columns);
  const inBlock = BLOCK_ROWS * columns;
  const blocks = useVirtualizer({
    count: Math.ceil(rows / BLOCK_ROWS),
    getScrollElement: () => scroller.current,
    estimateSize: () => BLOCK_HEIGHT,
    overscan: 1,
    onChange: ({ scrollRect }) => setColumns(Math.max(1, Math.floor((scrollRect?.width ?? 0) / COLUMN))),
  });
  const inSight = blocks.getVirtualItems();
  const first = (inSight[0]?.index ?? 0) * inBlock;
  const last = Math.min(total, ((inSight.at(-1)?.index ?? 0) + 1) * inBlock) - 1;
  const show = useEffectEvent(items.show);
  useEffect(() => show(first, Math.max(first, last)), [first, last]);
  useEffect(() => {
    if (chosen !== null) scrollToRow(scroller.current, Math.floor(chosen / columns));
  }, [chosen, columns]);

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key]?.(columns, total);
    if (step !== undefined) {
      const next = Math.min(Math.max(current + step, 0), total - 1);
      setCurrent(next);
      scrollToRow(scroller.current, Math.floor(next / columns));
    } else if (event.key === "Enter" || event.key === " ") onChoose(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function point(event: MouseEvent) {
    const cell = event.target instanceof Element ? event.target.closest("[data-item]") : null;
    if (!cell) return;
    const number = Number(cell.getAttribute("data-item"));
    setCurrent(number);
    onChoose(number);
  }

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t("nodes")}
      aria-activedescendant={itemId(id, current)}
      onKeyDown={press}
      onClick={point}
      style={chosen === null ? undefined : { height: Math.min(rows, ROWS_BESIDE_LOG) * ROW }}
      className={cn(
        // What comes into sight lays out nothing around it, and what is opaque is moved without being drawn again.
        "contain-strict overflow-y-auto border-border border-t bg-background focus-visible:-outline-offset-2",
        chosen === null ? "min-h-0 flex-1" : "shrink-0",
      )}
    >
      {/* Below the outline of the list. */}
      <div className="relative -z-1" style={{ height: rows * ROW }}>
        {inSight.map(({ index, start }) => (
          <ItemBlock
            key={index}
            {...{ id, start, columns, total, at }}
            first={index * inBlock}
            pointed={Math.floor(current / inBlock) === index ? current : null}
            chosen={chosen !== null && Math.floor(chosen / inBlock) === index ? chosen : null}
          />
        ))}
      </div>
    </div>
  );
}

/** No further than until the row is in sight. */
function scrollToRow(scroller: HTMLElement | null, row: number): void {
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  const top = row * ROW;
  scroller.scrollTop = Math.min(top, Math.max(scrollTop, top + ROW - clientHeight));
}

/** How far a key moves. */
const STEPS: Partial<Record<string, (columns: number, total: number) => number>> = {
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  PageUp: (columns) => -10 * columns,
  PageDown: (columns) => 10 * columns,
  Home: (_, total) => -total,
  End: (_, total) => total,
};
