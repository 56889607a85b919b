import type { VirtualItem } from "@tanstack/react-virtual";
import { memo } from "react";
import { CELL, type CellPictures } from "@/components/task/hosts/cell-pictures";
import { type Cell, MatrixRow } from "@/components/task/hosts/matrix-row";
import { MatrixTile, TILE, tileOf } from "@/components/task/hosts/matrix-tile";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

type MatrixBlockProps = {
  /** Id of the grid. */
  id: string;
  /** Among the blocks. */
  index: number;
  hosts: readonly MatrixHost[];
  steps: readonly MatrixStep[];
  /** Tiles in sight. */
  columns: readonly VirtualItem[];
  /** null before the first layout. */
  pictures: CellPictures | null;
  /** If they are in one of its rows. */
  pointed: Cell | null;
  chosen: Cell | null;
};

/** As many rows as a tile has. */
export const MatrixBlock = memo(function MatrixBlock(props: MatrixBlockProps) {
  const { id, index: block, hosts, steps, columns, pictures, pointed, chosen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows can't be placed, and all would be rendered
    <div role="rowgroup" className="absolute left-0 w-full" style={{ top: block * TILE * CELL }}>
      {pictures &&
        columns.map(({ index }) => (
          <MatrixTile key={index} {...{ hosts, steps, pictures }} row={block} column={index} />
        ))}
      {tileOf(hosts, block).map((host, n) => {
        const row = block * TILE + n;
        return (
          <MatrixRow
            key={host.number}
            {...{ id, host, steps, row }}
            top={n * CELL}
            pointed={pointed?.row === row ? pointed.column : null}
            chosen={chosen?.row === row ? chosen.column : null}
          />
        );
      })}
    </div>
  );
});
