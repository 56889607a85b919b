import { useState } from "react";
import type { Column } from "@/components/table/columns/column";
import { writeHidden } from "@/components/table/columns/column-cookie";

/** Hidden columns: the user's previous choice (`initial`), else the columns' defaults. */
export function useHiddenColumns<Row>(
  columns: readonly Column<Row>[],
  tableKey: string | undefined,
  initial: readonly string[] | undefined,
) {
  const [hidden, setHidden] = useState<readonly string[]>(
    () => initial ?? columns.filter((column) => column.hidden).map((column) => column.key),
  );

  function toggle(key: string, visible: boolean) {
    const next = visible ? hidden.filter((other) => other !== key) : [...hidden, key];
    setHidden(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
    if (tableKey) document.cookie = writeHidden(tableKey, next);
  }

  return { hidden, toggle };
}
