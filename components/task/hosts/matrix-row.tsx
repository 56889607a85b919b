import { useTranslations } from "next-intl";
import { memo } from "react";
import { STATE_CLASSES, STATE_SIGNS, stateAt } from "@/components/task/hosts/host-states";
import { cn } from "@/components/ui/cn";
import type { HostState } from "@/lib/protocol/events";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

type MatrixRowProps = {
  host: MatrixHost;
  steps: readonly MatrixStep[];
  /** Among the shown rows. */
  index: number;
  /** In pixels. */
  start: number;
  /** Those in sight, with their position in pixels. */
  columns: readonly { index: number; start: number }[];
  /** Of the grid. */
  id: string;
  /** Column that the pointer or the keyboard is at. */
  pointed: number | null;
  /** Number of the step whose result is open. */
  chosen: number | null;
};

/** Position in the shown rows and columns. */
export type Cell = { row: number; column: number };

export const cellId = (grid: string, { row, column }: Cell): string => `${grid}-${row}-${column}`;

/** A host with its name and a cell for each step in sight; the pointer changes one row or two at a time. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { id, host, steps, index, start, columns, pointed, chosen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows can't be placed, and all would be rendered
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 1}
      className="absolute left-0 flex h-6 w-full"
      style={{ top: start }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div
        role="rowheader"
        tabIndex={-1}
        title={host.name}
        className={cn(
          "sticky left-0 z-10 w-28 shrink-0 truncate bg-card pr-2 pl-3 text-xs leading-6 sm:w-44 sm:pl-4",
          chosen !== null && "font-semibold",
        )}
      >
        {host.name}
      </div>
      <div className="relative">
        {columns.map(({ index: column, start: left }) => {
          const step = steps[column];
          return (
            step && (
              <MatrixCell
                key={step.number}
                {...{ id, row: index, column, left, step }}
                host={host.name}
                state={stateAt(step, host.number)}
                pointed={pointed === column}
                chosen={chosen === step.number}
              />
            )
          );
        })}
      </div>
    </div>
  );
});

type MatrixCellProps = Cell & {
  id: string;
  /** In pixels. */
  left: number;
  host: string;
  step: MatrixStep;
  state: HostState | undefined;
  pointed: boolean;
  chosen: boolean;
};

/** Scrolling renders only those that come into sight. */
const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { id, row, column, left, host, step, state, pointed, chosen } = props;
  const t = useTranslations("task.matrix");
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    <div
      id={cellId(id, { row, column })}
      role="gridcell"
      tabIndex={-1}
      data-row={row}
      data-column={column}
      aria-colindex={column + 2}
      aria-label={`${host}, ${step.name}: ${state ? t(`states.${state}`) : t("none")}`}
      aria-selected={chosen}
      className={cn(
        "absolute top-px grid size-5.5 cursor-pointer place-items-center rounded-sm text-xs aria-selected:outline-2 aria-selected:outline-ring",
        state && STATE_CLASSES[state],
        pointed && "ring-1 ring-ring",
      )}
      style={{ left }}
    >
      {state && STATE_SIGNS[state]}
    </div>
  );
});
