import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type Column, titleOf } from "@/components/table/columns/column";
import { RowTitle } from "@/components/table/row/row-title";
import { useRowOpen } from "@/components/table/row/use-row-open";
import { PageSymbol } from "@/components/theme/symbols";
import { TableCell, TableRow } from "@/components/ui/table";

export type DataRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  rowHref?: (row: Row) => string | null;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => ReactNode;
  /** What a row opens to; null if there is nothing. */
  expand?: (row: Row) => ReactNode;
  className?: string;
};

export function DataRow<Row>({ row, columns, rowHref, onOpen, actions, expand, className }: DataRowProps<Row>) {
  const [expanded, setExpanded] = useState(false);
  const details = expand?.(row);
  const href = rowHref?.(row) ?? null;
  const openRow = onOpen && (() => onOpen(row));
  const opens = Boolean(href || openRow);
  const title = titleOf(columns);
  return (
    <>
      <TableRow
        data-row=""
        data-opens={opens ? "" : undefined}
        {...useRowOpen(href, openRow)}
        className={className ? `data-row ${className}` : "data-row"}
      >
        {expand && (
          <TableCell className="expand-cell">
            {details && <ExpandButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />}
          </TableCell>
        )}
        {columns.map((column) => (
          <TableCell
            key={column.key}
            data-from={column.from}
            {...cardPlace(column, column === title)}
            className={column.align === "right" ? "text-right tabular-nums" : undefined}
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
          <TableCell className="actions-cell">
            <span data-no-open="" className="row-actions">
              {actions(row)}
            </span>
          </TableCell>
        )}
      </TableRow>
      {details && expanded && (
        <TableRow className="max-md:block">
          <TableCell colSpan={columns.length + 2} className="bg-muted/50 p-0 max-md:block max-md:h-auto">
            {details}
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

/** Where table.css puts the cell on a card. */
function cardPlace<Row>({ card, header }: Column<Row>, isTitle: boolean) {
  const place = card ?? (isTitle ? "title" : "meta");
  return place === "meta" ? { "data-label": header } : { "data-card": place };
}

function ExpandButton({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const t = useTranslations("table");
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-label={t(expanded ? "collapse" : "expand")}
      onClick={onToggle}
      className="expand-button"
    >
      <PageSymbol name="icon-expand" />
    </button>
  );
}
