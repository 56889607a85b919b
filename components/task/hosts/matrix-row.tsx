import { useTranslations } from "next-intl";
import { memo } from "react";
import { CELL } from "@/components/task/hosts/cell-pictures";
import { stateAt } from "@/components/task/hosts/host-states";
import { cn } from "@/components/ui/cn";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

/** Position in the shown rows and columns. */
export type Cell = { row: number; column: number };

export const cellId = (grid: string, { row, column }: Cell): string => `${grid}-${row}-${column}`;

type MatrixRowProps = {
  host: MatrixHost;
  steps: readonly MatrixStep[];
  /** Among the shown rows. */
  row: number;
  /** In pixels. */
  top: number;
  /** Id of the grid. */
  id: string;
  /** Column that the pointer or the keyboard is at. */
  pointed: number | null;
  /** Column whose result is open. */
  chosen: number | null;
};

/** A host's name, and over the picture of its cells the one pointed at and the chosen one. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { id, host, steps, row, top, pointed, chosen } = props;
  const columns = [...new Set([pointed, chosen])].filter((column) => column !== null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows can't be placed, and all would be rendered
    <div role="row" tabIndex={-1} aria-rowindex={row + 1} className="absolute left-0 flex h-6 w-full" style={{ top }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div
        role="rowheader"
        tabIndex={-1}
        title={host.name}
        className={cn(
          "sticky left-0 z-10 w-(--names) shrink-0 truncate bg-card pr-2 pl-3 text-xs leading-6 sm:pl-4",
          chosen !== null && "font-semibold",
        )}
      >
        {host.name}
      </div>
      {columns.map((column) => {
        const step = steps[column];
        return (
          step && (
            <MatrixCell
              key={column}
              id={cellId(id, { row, column })}
              {...{ column, host, step }}
              pointed={column === pointed}
              chosen={column === chosen}
            />
          )
        );
      })}
    </div>
  );
});

type MatrixCellProps = {
  id: string;
  column: number;
  host: MatrixHost;
  step: MatrixStep;
  pointed: boolean;
  chosen: boolean;
};

function MatrixCell({ id, column, host, step, pointed, chosen }: MatrixCellProps) {
  const t = useTranslations("task.matrix");
  const state = stateAt(step, host.number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={column + 2}
      aria-label={`${host.name}, ${step.name}: ${state ? t(`states.${state}`) : t("none")}`}
      aria-selected={chosen}
      className={cn(
        "absolute top-px size-5.5 cursor-pointer rounded-sm aria-selected:outline-2 aria-selected:outline-ring",
        pointed && "ring-1 ring-ring",
      )}
      style={{ left: `calc(var(--names) + ${column * CELL + 1}px)` }}
    />
  );
}
