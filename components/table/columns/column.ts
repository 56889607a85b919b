import type { ReactNode } from "react";

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
  /** Position on the card that a row becomes on a phone. The title also opens the row; default: the first column. */
  card?: "title" | "status" | "meta" | "hidden";
  /** The user may hide it; the first column never. */
  hideable?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** The header is only available to screen readers. */
  headerHidden?: boolean;
};
