import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { ItemCell, itemId } from "@/components/workflow/run/items/item-cell";
import type { Items } from "@/components/workflow/run/items/use-items";

const ROW = 32;
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
  const { total } = items;
  const rows = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
    onChange: ({ scrollRect }) => setColumns(Math.max(1, Math.floor((scrollRect?.width ?? 0) / COLUMN))),
  });
  const inSight = rows.getVirtualItems();
  const first = (inSight[0]?.index ?? 0) * columns;
  const last = Math.min(total - 1, ((inSight.at(-1)?.index ?? 0) + 1) * columns - 1);
  const show = useEffectEvent(items.show);
  useEffect(() => show(first, Math.max(first, last)), [first, last]);
  const reveal = useEffectEvent((number: number) => rows.scrollToIndex(Math.floor(number / columns)));
  useEffect(() => {
    if (chosen !== null) reveal(chosen);
  }, [chosen]);

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key]?.(columns, total);
    if (step !== undefined) {
      const next = Math.min(Math.max(current + step, 0), total - 1);
      setCurrent(next);
      rows.scrollToIndex(Math.floor(next / columns));
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
      style={chosen === null ? undefined : { maxHeight: ROWS_BESIDE_LOG * ROW }}
      className={cn(
        "overflow-y-auto border-border border-t outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--ring)]",
        chosen === null ? "min-h-0 flex-1" : "shrink-0",
      )}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {inSight.map(({ index, start }) => (
          <ItemRow
            key={index}
            {...{ id, index, start, columns, total }}
            at={items.at}
            pointed={inRow(current, index, columns)}
            chosen={inRow(chosen, index, columns)}
          />
        ))}
      </div>
    </div>
  );
}

/** Null: it is in another row. */
const inRow = (number: number | null, row: number, columns: number): number | null =>
  number !== null && Math.floor(number / columns) === row ? number : null;

type ItemRowProps = {
  /** Of the grid. */
  id: string;
  index: number;
  start: number;
  columns: number;
  total: number;
  at: Items["at"];
  /** If they are in it. */
  pointed: number | null;
  chosen: number | null;
};

/** Stays as it is while others come into sight. */
const ItemRow = memo(function ItemRow({ id, index, start, columns, total, at, pointed, chosen }: ItemRowProps) {
  const style = { top: start, height: ROW, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  return (
    <div role="presentation" className="absolute inset-x-0 grid" style={style}>
      {numbersOf(index, columns, total).map((number) => (
        <ItemCell
          key={number}
          {...{ id, number }}
          total={total}
          item={at(number)}
          pointed={number === pointed}
          chosen={number === chosen}
        />
      ))}
    </div>
  );
});

const numbersOf = (row: number, columns: number, total: number): number[] =>
  Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => row * columns + column);

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
