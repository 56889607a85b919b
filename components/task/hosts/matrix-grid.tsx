import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { CELL, useCellPictures } from "@/components/task/hosts/cell-pictures";
import { firstFailure } from "@/components/task/hosts/host-states";
import { MatrixBlock } from "@/components/task/hosts/matrix-block";
import { type Cell, cellId } from "@/components/task/hosts/matrix-row";
import { TILE } from "@/components/task/hosts/matrix-tile";
import type { Place } from "@/components/task/hosts/use-place";
import type { MatrixHost, MatrixStep } from "@/lib/task/schema/events";

/** Names have this room on a wide screen. */
const BESIDE_NAMES = { paddingStart: 176, horizontal: true };
/** So many columns have room beside each other on any wide screen, and their names above them. */
const FEW = 12;

type MatrixGridProps = {
  hosts: readonly MatrixHost[];
  steps: readonly MatrixStep[];
  place: Place;
  onChoose: (host: string, step: number) => void;
};

/** A row for each host, a column for each step; only what is in sight is rendered, below the outline that shows the focus. */
export function MatrixGrid({ hosts, steps, place, onChoose }: MatrixGridProps) {
  const t = useTranslations("task.matrix");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const cells = useRef<HTMLDivElement>(null);
  const pictures = useCellPictures();
  const tiles = { getScrollElement: () => scroller.current, estimateSize: () => TILE * CELL, overscan: 1 };
  const rows = useVirtualizer({ ...tiles, count: Math.ceil(hosts.length / TILE) });
  const columns = useVirtualizer({ ...tiles, ...BESIDE_NAMES, count: Math.ceil(steps.length / TILE) });
  const chosen = cellAt(hosts, steps, place);
  const [current, setCurrent] = useState(() => (isShown(chosen) ? chosen : firstFailure(hosts, steps)));
  const at = { row: Math.min(current.row, hosts.length - 1), column: Math.min(current.column, steps.length - 1) };

  const showFirst = useEffectEvent(() => goTo(current));
  // The cell that the address names, or else a failed one.
  useEffect(() => showFirst(), []);

  function goTo(cell: Cell) {
    const row = Math.min(Math.max(cell.row, 0), hosts.length - 1);
    const column = Math.min(Math.max(cell.column, 0), steps.length - 1);
    setCurrent({ row, column });
    scroller.current?.scrollTo(nearest(scroller.current, cells.current?.offsetLeft ?? 0, { row, column }));
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
    const cell = cells.current && cellUnder(event, cells.current);
    if (cell && hosts[cell.row] && steps[cell.column]) act(cell);
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <StepLine step={steps[at.column]} host={hosts[at.row]} />
      <StepNames steps={steps} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table's cells can't be placed, and all would be rendered */}
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
        onMouseMove={(event) => point(event, (cell) => isSame(cell, current) || setCurrent(cell))}
        className="isolate min-h-0 flex-1 overflow-auto border-border border-t bg-card [--names:--spacing(28)] focus-visible:-outline-offset-2 sm:[--names:--spacing(44)]"
      >
        <div
          className="relative -z-1"
          style={{ height: hosts.length * CELL, width: `calc(var(--names) + ${steps.length * CELL}px)` }}
        >
          <div ref={cells} className="absolute top-0 left-(--names)" />
          {rows.getVirtualItems().map(({ index }) => (
            <MatrixBlock
              key={index}
              {...{ id, index, hosts, steps, pictures }}
              columns={columns.getVirtualItems()}
              pointed={blockOf(at) === index ? at : null}
              chosen={blockOf(chosen) === index ? chosen : null}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** -1 for what is not shown. */
const cellAt = (hosts: readonly MatrixHost[], steps: readonly MatrixStep[], { host, step }: Place): Cell => ({
  row: hosts.findIndex(({ name }) => name === host),
  column: steps.findIndex(({ number }) => number === step),
});

const isShown = ({ row, column }: Cell): boolean => row >= 0 && column >= 0;

const blockOf = ({ row }: Cell): number => Math.floor(row / TILE);

const isSame = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;

/** The names cover cells; `cells` is where the first one begins. */
function cellUnder({ target, clientX, clientY }: MouseEvent, cells: HTMLElement): Cell | null {
  if (target instanceof Element && target.closest("[role=rowheader]")) return null;
  const { left, top } = cells.getBoundingClientRect();
  return { row: Math.floor((clientY - top) / CELL), column: Math.floor((clientX - left) / CELL) };
}

/** The least that has to be scrolled so that a cell is in sight, beside names of this width. */
function nearest(box: HTMLElement, names: number, { row, column }: Cell): ScrollToOptions {
  const from = (now: number, start: number, room: number) => Math.min(start, Math.max(now, start + CELL - room));
  return {
    top: from(box.scrollTop, row * CELL, box.clientHeight),
    left: from(box.scrollLeft, column * CELL, box.clientWidth - names),
  };
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

/** Read upwards, each from its column. */
function StepNames({ steps }: { steps: readonly MatrixStep[] }) {
  if (steps.length > FEW) return null;
  return (
    <div aria-hidden="true" className="flex items-end pb-1 pl-44 text-muted-foreground text-xs max-sm:hidden">
      {steps.map(({ number, name }) => (
        <span
          key={number}
          title={name}
          style={{ width: CELL }}
          className="max-h-28 shrink-0 rotate-180 truncate leading-6 [text-orientation:sideways] [writing-mode:vertical-rl]"
        >
          {name}
        </span>
      ))}
    </div>
  );
}

export const placeOf = ({ file, file_line }: Pick<MatrixStep, "file" | "file_line">): string =>
  file === "" ? "" : `${file}:${file_line}`;
