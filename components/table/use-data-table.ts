"use client";

import {
  type ColumnDef,
  getCoreRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
} from "@tanstack/react-table";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import type { Column } from "@/components/table/columns/column";
import { filterRows } from "@/components/table/filter-rows";
import { compareValues, nextSort, parseSort, printSort } from "@/components/table/sort-order";
import { useSearch } from "@/components/table/use-search";
import { useUrlState } from "@/components/table/use-url-state";

const EVERYTHING = Number.MAX_SAFE_INTEGER;

export type DataTableOptions<Row> = {
  rows: Row[] | undefined;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  pageSize?: number;
  /** As in the URL: "name" or "-start". */
  defaultSort?: string;
  /** Tells apart the tables of one page in the URL. */
  urlKey?: string;
};

/** Rows searched, sorted and cut into pages; page, sort and search live in the URL. */
export function useDataTable<Row>(options: DataTableOptions<Row>, hidden: readonly string[]) {
  const { rows, columns, rowKey, pageSize = EVERYTHING, defaultSort, urlKey } = options;
  const param = (name: string) => (urlKey ? `${urlKey}_${name}` : name);
  const [pageText, setPageText] = useUrlState(param("page"));
  const [sortText, setSortText] = useUrlState(param("sort"));
  const [query, setQuery] = useSearch(param("q"), () => setPageText(null));

  const found = useMemo(() => filterRows(rows ?? [], columns, query), [rows, columns, query]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, Number.parseInt(pageText ?? "1", 10) || 1), pages);
  const sort = parseSort(sortText ?? defaultSort);
  const sortable = sort && columns.some((column) => column.key === sort.key && column.sort);

  const table = useReactTable({
    data: found,
    columns: useColumnDefs(columns),
    state: {
      sorting: sort && sortable ? [{ id: sort.key, desc: sort.descending }] : [],
      pagination: { pageIndex: page - 1, pageSize },
      columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])),
    },
    getRowId: (row) => String(rowKey(row)),
    autoResetPageIndex: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  });

  function sortBy(key: string) {
    const next = nextSort(sort, key);
    setSortText(next ? printSort(next) : null);
    setPageText(null);
  }

  const goTo = (target: number) => setPageText(target === 1 ? null : String(target), true);
  return { table, query, setQuery, sort, sortBy, page, pages, pageSize, total: found.length, goTo };
}

/** Only undefined comes last in both directions, so every missing value becomes that. */
function sortValue<Row>(column: Column<Row>, row: Row): string | number | undefined {
  const value = column.sort?.(row);
  return value === null || value === "" ? undefined : value;
}

function useColumnDefs<Row>(columns: Column<Row>[]): ColumnDef<Row>[] {
  const locale = useLocale();
  return useMemo(() => {
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
    return columns.map((column) => ({
      id: column.key,
      accessorFn: (row) => sortValue(column, row),
      sortUndefined: "last",
      sortingFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id), collator),
    }));
  }, [columns, locale]);
}
