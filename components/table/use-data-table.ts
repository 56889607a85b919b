import { useLocale } from "next-intl";
import { useMemo } from "react";
import type { Column } from "@/components/table/columns/column";
import { filterRows } from "@/components/table/filter-rows";
import { firstOf, nextSort, parseSort, printSort, sortRows } from "@/components/table/sort-order";
import { useSearch } from "@/components/table/use-search";
import { useUrlState, useUrlStep } from "@/components/table/use-url-state";

const EVERYTHING = Number.MAX_SAFE_INTEGER;

export type DataTableOptions<Row> = {
  rows: Row[] | undefined;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  pageSize?: number;
  /** As in the URL: "name" or "-start". */
  defaultSort?: string;
  /** Remembers the chosen order; undefined: none. */
  onSort?: (sort: string | undefined) => void;
  /** Rows that come first, in whichever order. */
  isFirst?: (row: Row) => boolean;
  /** Prefix in the URL that distinguishes several tables on a page. */
  urlKey?: string;
};

/** Searches, sorts and paginates rows; page, sort and search are kept in the URL. */
export function useDataTable<Row>(options: DataTableOptions<Row>) {
  const { rows, columns, pageSize = EVERYTHING, defaultSort, onSort, isFirst, urlKey } = options;
  const param = (name: string) => (urlKey ? `${urlKey}_${name}` : name);
  const step = useUrlStep();
  const [pageText, setPageText] = useUrlState(param("page"));
  const [sortText, setSortText] = useUrlState(param("sort"));
  const [query, setQuery] = useSearch(param("q"), () => setPageText(null));

  const found = useMemo(() => filterRows(rows ?? [], columns, query), [rows, columns, query]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, Number.parseInt(pageText ?? "1", 10) || 1), pages);
  const sort = parseSort(sortText ?? defaultSort);
  const collator = useCollator();
  const sorted = useMemo(() => sortRows(found, columns, sort, collator), [found, columns, sort, collator]);
  const all = isFirst ? firstOf(sorted, isFirst) : sorted;
  const shown = all.slice((page - 1) * pageSize, page * pageSize);

  function sortBy(key: string) {
    const next = nextSort(sort, key);
    setSortText(next ? printSort(next) : null);
    onSort?.(next ? printSort(next) : undefined);
    setPageText(null);
  }

  const stepTo = (target: number) => step({ [param("page")]: target === 1 ? null : String(target) });
  return { shown, found: all, query, setQuery, sort, sortBy, page, pages, pageSize, total: all.length, stepTo };
}

function useCollator(): Intl.Collator {
  const locale = useLocale();
  return useMemo(() => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }), [locale]);
}
