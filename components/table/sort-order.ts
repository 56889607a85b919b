import type { Column } from "@/components/table/columns/column";

export type Sort = { key: string; descending: boolean };

/** `name` or `-start`, as in the URL. */
export function parseSort(text: string | null | undefined): Sort | null {
  if (!text) return null;
  const descending = text.startsWith("-");
  const key = descending ? text.slice(1) : text;
  return key === "" ? null : { key, descending };
}

export const printSort = ({ key, descending }: Sort): string => (descending ? `-${key}` : key);

/** A remembered order, if there still is such a column. */
export const knownSort = <Row>(text: string | undefined, columns: readonly Column<Row>[]): string | undefined =>
  columns.some(({ key, sort }) => sort && key === parseSort(text)?.key) ? text : undefined;

/** The next state when a header is clicked: ascending, descending, then unsorted. */
export function nextSort(current: Sort | null, key: string): Sort | null {
  if (current?.key !== key) return { key, descending: false };
  return current.descending ? null : { key, descending: true };
}

/** Numbers by value, texts in natural order ("web2" before "web10"). */
export function compareValues(a: string | number, b: string | number, collator: Intl.Collator): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Moves the rows that `isFirst` names to the front; otherwise their order stays. */
export const firstOf = <Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): readonly Row[] => [
  ...rows.filter(isFirst),
  ...rows.filter((row) => !isFirst(row)),
];

/** Sorts by the column named in `sort`, if it is sortable; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
  collator: Intl.Collator,
): readonly Row[] {
  const sortValue = columns.find(({ key }) => key === sort?.key)?.sort;
  if (!sort || !sortValue) return rows;
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(row) ?? "" }))
    .sort((a, b) => {
      if (a.value === "" || b.value === "") return Number(a.value === "") - Number(b.value === "");
      return direction * compareValues(a.value, b.value, collator);
    })
    .map(({ row }) => row);
}
