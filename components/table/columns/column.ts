import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  /** Already translated. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sort?: (row: Row) => string | number | null | undefined;
  /** What the search box looks at. */
  search?: (row: Row) => string | null | undefined;
  align?: "right";
  /** Pixels. */
  width?: number;
  /** Place on the card that a row becomes on a phone. The title also opens the row; without one the first column does. */
  card?: "title" | "status" | "meta" | "hidden";
  /** May be switched off by the reader; the first column never. */
  hideable?: boolean;
  /** Hidden until the reader switches it on. */
  hidden?: boolean;
  /** The header is read but not seen. */
  headerHidden?: boolean;
};
