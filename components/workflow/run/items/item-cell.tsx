import { Duration } from "@/components/format/duration";
import { cn } from "@/components/ui/cn";
import type { ShownStatus } from "@/components/workflow/run/run-state";
import { NodeStatusSvg } from "@/components/workflow/run/status-mark";
import type { NodeItem } from "@/lib/task/schema/workflow";

type ItemCellProps = {
  /** Id of the grid. */
  id: string;
  number: number;
  statusText: (status: ShownStatus) => string;
  total: number;
  /** Undefined until it is loaded. */
  item: NodeItem | undefined;
  pointed: boolean;
  chosen: boolean;
};

export const itemId = (grid: string, number: number): string => `${grid}-${number}`;

/** An item of a matrix: its state, value and duration. */
export function ItemCell({ id, number, statusText, total, item, pointed, chosen }: ItemCellProps) {
  const status = item ? itemStatus(item) : "pending";
  const value = item ? valueText(item.value) : "";
  return (
    <div
      id={itemId(id, number)}
      role="option"
      tabIndex={-1}
      data-item={number}
      aria-selected={chosen}
      aria-posinset={number + 1}
      aria-setsize={total}
      className={cn(
        "flex min-w-0 cursor-pointer items-center gap-2 px-3 text-xs hover:bg-accent aria-selected:bg-accent",
        pointed && "ring-1 ring-ring ring-inset",
      )}
    >
      <NodeStatusSvg status={status} reason={item?.task?.reason} size={12} />
      <span className="shrink-0 text-muted-foreground tabular-nums">{number + 1}</span>
      <span className="min-w-0 flex-1 truncate" title={value}>
        {value}
      </span>
      {item?.task?.start && (
        <Duration start={item.task.start} end={item.task.end} style="clock" className="text-muted-foreground" />
      )}
      {/* The name of the cell is all that it shows, for those who say what they see, and its state. */}
      <span className="sr-only">{statusText(status)}</span>
    </div>
  );
}

/** As the task tells while it has not ended. */
function itemStatus({ status, task }: NodeItem): ShownStatus {
  if (status === "running") return task?.status ?? "running";
  return status === "failed" ? "error" : status;
}

/** A value as text; an object as its values alone, which tell the items apart. */
function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Object.values(value).map(valueText).join(", ");
}
