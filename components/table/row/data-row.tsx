import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { Column } from "@/components/table/columns/column";
import { cardCell, cardPlace, cardRow } from "@/components/table/row/card-classes";
import { RowTitle } from "@/components/table/row/row-title";
import { useRowOpen } from "@/components/table/row/use-row-open";
import { cn } from "@/components/ui/cn";
import { TableCell, TableRow } from "@/components/ui/table";

export type DataRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  rowHref?: (row: Row) => string | null;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => ReactNode;
  expand?: (row: Row) => ReactNode;
  className?: string;
};

export function DataRow<Row>({ row, columns, rowHref, onOpen, actions, expand, className }: DataRowProps<Row>) {
  const [expanded, setExpanded] = useState(false);
  const href = rowHref?.(row) ?? null;
  const openRow = onOpen && (() => onOpen(row));
  const opens = Boolean(href || openRow);
  const title = columns.find(({ card }) => card === "title") ?? columns[0];
  return (
    <>
      <TableRow
        data-row=""
        {...useRowOpen(href, openRow)}
        className={cn(
          cardRow,
          "transition-colors focus-within:bg-accent/50 hover:bg-accent/60 last:*:border-b-0",
          opens && "cursor-pointer",
          className,
        )}
      >
        {expand && (
          <TableCell className={cn(cardCell, "w-9 pr-0 max-md:w-auto")}>
            <ExpandButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />
          </TableCell>
        )}
        {columns.map((column) => (
          <TableCell
            key={column.key}
            data-label={column.header}
            className={cn(
              cardCell,
              cardPlace[column.card ?? (column === title ? "title" : "meta")],
              column.align === "right" && "text-right tabular-nums",
            )}
          >
            {column === title && opens ? (
              <RowTitle href={href} onOpen={openRow}>
                {column.cell(row)}
              </RowTitle>
            ) : (
              column.cell(row)
            )}
          </TableCell>
        ))}
        {actions && (
          <TableCell
            className={cn(
              cardCell,
              "w-px whitespace-nowrap py-0 text-right max-md:order-4 max-md:ml-auto max-md:w-auto",
            )}
          >
            <span
              data-no-open=""
              className="inline-flex items-center gap-0.5 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-[[aria-expanded=true]]:opacity-100 touch:opacity-100"
            >
              {actions(row)}
            </span>
          </TableCell>
        )}
      </TableRow>
      {expand && expanded && (
        <TableRow className="max-md:block">
          <TableCell colSpan={columns.length + 2} className="bg-muted/50 p-0 max-md:block max-md:h-auto">
            {expand(row)}
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

function ExpandButton({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const t = useTranslations("table");
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-label={t(expanded ? "collapse" : "expand")}
      onClick={onToggle}
      className="grid size-6 place-items-center rounded-md text-muted-foreground max-md:-ml-1 hover:bg-accent hover:text-foreground"
    >
      <ChevronRight className={cn("size-4 transition-transform", expanded && "rotate-90")} />
    </button>
  );
}
