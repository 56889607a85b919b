import { memo } from "react";
import { ItemCell } from "@/components/workflow/run/items/item-cell";
import type { Items } from "@/components/workflow/run/items/use-items";
import { useStatusText } from "@/components/workflow/run/status-mark";

/** In pixels. */
export const ROW = 32;
/** Rows that come into sight together: while a list moves, most frames then draw nothing new. */
export const BLOCK_ROWS = 8;
export const BLOCK_HEIGHT = ROW * BLOCK_ROWS;

type ItemBlockProps = {
  /** Id of the grid. */
  id: string;
  /** Its first item. */
  first: number;
  /** In pixels. */
  start: number;
  columns: number;
  total: number;
  at: Items["at"];
  /** If they are in it. */
  pointed: number | null;
  chosen: number | null;
};

/** Stays as it is while others come into sight. */
export const ItemBlock = memo(function ItemBlock({ id, first, start, columns, total, at, ...marked }: ItemBlockProps) {
  const statusText = useStatusText();
  const count = Math.min(BLOCK_ROWS * columns, total - first);
  const columnsStyle = `repeat(${columns}, minmax(0, 1fr))`;
  return (
    <div
      role="presentation"
      className="absolute inset-x-0 grid contain-strict"
      style={{ top: start, height: BLOCK_HEIGHT, gridTemplateColumns: columnsStyle, gridAutoRows: ROW }}
    >
      {Array.from({ length: count }, (_, index) => first + index).map((number) => (
        <ItemCell
          key={number}
          {...{ id, number, total, statusText }}
          item={at(number)}
          pointed={number === marked.pointed}
          chosen={number === marked.chosen}
        />
      ))}
    </div>
  );
});
