import { memo, useLayoutEffect, useRef } from "react";
import { CELL, type CellPictures } from "@/components/task/hosts/cell-pictures";
import { NO_STATE } from "@/lib/protocol/events";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

/** Rows and columns of a tile. */
export const TILE = 16;

type MatrixTileProps = {
  hosts: readonly MatrixHost[];
  steps: readonly MatrixStep[];
  /** Among the tiles. */
  row: number;
  column: number;
  pictures: CellPictures;
};

/** Cells drawn once on a canvas, which scrolls as it is: elements for all of them would take several frames. */
export const MatrixTile = memo(function MatrixTile({ hosts, steps, row, column, pictures }: MatrixTileProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = Math.round(TILE * CELL * pictures.ratio);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const cell = size / TILE;
    context.clearRect(0, 0, size, size);
    const rows = tileOf(hosts, row);
    for (const [x, { states }] of tileOf(steps, column).entries()) {
      for (const [y, { number }] of rows.entries()) {
        const picture = pictures.of.get(states[number] ?? NO_STATE);
        if (picture) context.drawImage(picture, x * cell, y * cell, cell, cell);
      }
    }
  }, [hosts, steps, row, column, pictures, size]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={size}
      height={size}
      className="absolute top-0"
      style={{ left: `calc(var(--names) + ${column * TILE * CELL}px)`, width: TILE * CELL, height: TILE * CELL }}
    />
  );
});

/** Those of a tile's rows or columns. */
export const tileOf = <T,>(all: readonly T[], tile: number): T[] => all.slice(tile * TILE, (tile + 1) * TILE);
