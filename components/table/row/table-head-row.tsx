import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/table/columns/column";
import type { Sort } from "@/components/table/sort-order";
import { cn } from "@/components/ui/cn";
import { TableHead, TableHeader, TableRow } from "@/components/ui/table";

type TableHeadRowProps<Row> = {
  columns: Column<Row>[];
  sort: Sort | null;
  onSort: (key: string) => void;
  expandable: boolean;
  hasActions: boolean;
};

export function TableHeadRow<Row>({ columns, sort, onSort, expandable, hasActions }: TableHeadRowProps<Row>) {
  const t = useTranslations();
  return (
    <TableHeader className="max-md:hidden">
      <TableRow>
        {expandable && (
          <TableHead className="w-9 pr-0">
            <span className="sr-only">{t("table.expand")}</span>
          </TableHead>
        )}
        {columns.map((column) => {
          const direction =
            sort?.key === column.key && column.sort ? (sort.descending ? "descending" : "ascending") : null;
          return (
            <TableHead
              key={column.key}
              data-from={column.from}
              style={{ width: column.width }}
              aria-sort={direction ?? undefined}
              className={column.align === "right" ? "text-right" : undefined}
            >
              {column.sort ? (
                <SortButton
                  header={column.header}
                  direction={direction}
                  iconFirst={column.align === "right"}
                  onSort={() => onSort(column.key)}
                />
              ) : (
                <span className={column.headerHidden ? "sr-only" : undefined}>{column.header}</span>
              )}
            </TableHead>
          );
        })}
        {hasActions && (
          <TableHead className="w-px">
            <span className="sr-only">{t("common.actions")}</span>
          </TableHead>
        )}
      </TableRow>
    </TableHeader>
  );
}

type SortButtonProps = {
  header: string;
  direction: "ascending" | "descending" | null;
  /** Puts the icon first, so that a right-aligned header lines up with its numbers. */
  iconFirst: boolean;
  onSort: () => void;
};

function SortButton({ header, direction, iconFirst, onSort }: SortButtonProps) {
  const t = useTranslations("table");
  const Icon = direction === "descending" ? ArrowDown : direction === "ascending" ? ArrowUp : ChevronsUpDown;
  return (
    <button
      type="button"
      title={t("sortBy", { column: header })}
      onClick={onSort}
      className={cn("sort-button", iconFirst && "flex-row-reverse")}
    >
      {header}
      <Icon aria-hidden="true" className={direction ? "text-foreground opacity-100" : undefined} />
    </button>
  );
}
