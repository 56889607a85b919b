import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from "react";
import { type Cell, cellId, MatrixRow } from "@/components/task/hosts/matrix-row";
import type { Place } from "@/components/task/hosts/use-place";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

const CELL = 24;
/** Room for names on a wide screen. */
const NAMES_WIDTH = 176;

type MatrixGridProps = {
  hosts: readonly MatrixHost[];
  steps: readonly MatrixStep[];
  place: Place;
  onChoose: (host: string, step: number) => void;
};

/** A row for each host, a column for each step; only what is in sight is rendered. */
export function MatrixGrid({ hosts, steps, place, onChoose }: MatrixGridProps) {
  const t = useTranslations("task.matrix");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 });
  const common = { getScrollElement: () => scroller.current, estimateSize: () => CELL, overscan: 8 };
  const rows = useVirtualizer({ ...common, count: hosts.length });
  const besideNames = { paddingStart: NAMES_WIDTH, scrollPaddingStart: NAMES_WIDTH };
  const columns = useVirtualizer({ ...common, ...besideNames, count: steps.length, horizontal: true });
  const virtual = columns.getVirtualItems();
  const inSight = useMemo(() => virtual.map(({ index, start }) => ({ index, start: start - NAMES_WIDTH })), [virtual]);
  const at = { row: Math.min(current.row, hosts.length - 1), column: Math.min(current.column, steps.length - 1) };

  function goTo(cell: Cell) {
    const row = Math.min(Math.max(cell.row, 0), hosts.length - 1);
    const column = Math.min(Math.max(cell.column, 0), steps.length - 1);
    setCurrent({ row, column });
    rows.scrollToIndex(row);
    columns.scrollToIndex(column);
  }

  function choose({ row, column }: Cell) {
    const [host, step] = [hosts[row], steps[column]];
    if (host && step) onChoose(host.name, step.number);
  }

  function press(event: KeyboardEvent) {
    const next = MOVES[event.key]?.(at, { rows: hosts.length, columns: steps.length });
    if (next) goTo(next);
    else if (event.key === "Enter" || event.key === " ") choose(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function point(event: MouseEvent, act: (cell: Cell) => void) {
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-row]") : null;
    if (cell) act({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <StepLine step={steps[at.column]} host={hosts[at.row]} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table's cells can't be placed, and all would be rendered */}
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the arrow keys do what the pointer does */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t("label")}
        aria-rowcount={hosts.length}
        aria-colcount={steps.length + 1}
        aria-activedescendant={cellId(id, at)}
        onKeyDown={press}
        onClick={(event) => point(event, (cell) => [setCurrent(cell), choose(cell)])}
        onMouseOver={(event) => point(event, setCurrent)}
        className="min-h-0 flex-1 overflow-auto border-border border-t bg-card outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--ring)]"
      >
        <div className="relative" style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const host = hosts[index];
            return (
              host && (
                <MatrixRow
                  key={host.number}
                  {...{ host, steps, index, start, id }}
                  columns={inSight}
                  pointed={at.row === index ? at.column : null}
                  chosen={place.host === host.name ? place.step : null}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

type Size = { rows: number; columns: number };

const MOVES: Partial<Record<string, (at: Cell, size: Size) => Cell>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  PageUp: ({ row, column }) => ({ row: row - 20, column }),
  PageDown: ({ row, column }) => ({ row: row + 20, column }),
};

/** Names what the narrow columns have no room for. */
function StepLine({ step, host }: { step: MatrixStep | undefined; host: MatrixHost | undefined }) {
  return (
    <p className="flex min-w-0 gap-2 px-3 pb-1.5 text-xs sm:px-4">
      <span className="min-w-0 truncate">
        {step && `${step.number + 1} · ${step.name}`}
        <span className="text-muted-foreground"> {host?.name}</span>
      </span>
      <span className="ml-auto shrink-0 text-muted-foreground max-sm:hidden">{step && placeOf(step)}</span>
    </p>
  );
}

export const placeOf = ({ file, file_line }: Pick<MatrixStep, "file" | "file_line">): string =>
  file === "" ? "" : `${file}:${file_line}`;
