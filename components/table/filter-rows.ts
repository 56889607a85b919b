import type { Column } from "@/components/table/columns/column";

/** Rows that contain every word of the query in any of the searched columns. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], query: string): Row[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  return rows.filter((row) => {
    const text = columns
      .map((column) => column.search?.(row) ?? "")
      .join("\n")
      .toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
