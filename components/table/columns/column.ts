import type { ReactNode } from "react";

/** Widths of a list at which columns give way, as in table.css. */
export type ListWidth = 900 | 1150 | 1250 | 1400;

export type Column<Row> = {
  key: string;
  /** Already translated. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sort?: (row: Row) => string | number | null | undefined;
  /** The text that the search box matches. */
  search?: (row: Row) => string | null | undefined;
  align?: "right";
  /** Pixels. */
  width?: number;
  /** Hidden where the list is narrower; in pixels. */
  from?: ListWidth;
  /** Position on the card that a row becomes on a phone. The title also opens the row; default: the first column. */
  card?: "title" | "status" | "meta" | "hidden";
  /** Hidden by default. */
  hidden?: boolean;
  /** The header is only available to screen readers. */
  headerHidden?: boolean;
};

/** The column that names the row, and opens it. */
export const titleOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ card }) => card === "title") ?? columns.find(({ card }) => card !== "hidden");

/** The columns that the user may hide: all with a visible header, except the title. */
export const hideable = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.filter((column) => column !== titleOf(columns) && !column.headerHidden);
