import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { saveFile } from "@/components/api-client";
import { textOfCell } from "@/components/table/settings/cell-text";
import { CSV_START, csvLine } from "@/lib/operation/csv";

/** The visible columns of a list, and the cells of each row. */
export type ShownList = { headers: string[]; rows: (() => ReactNode[])[] };

/** Rows rendered at once: more of them would keep the page from reacting. */
const AT_ONCE = 200;

type ShownFileProps = ShownList & { fileName: string; onSaved: () => void };

/** Saves what a list shows as CSV: renders its rows outside of the page, some after the others, and reads their texts. */
export function ShownFile({ headers, rows, fileName, onSaved }: ShownFileProps) {
  const [body] = useState(() => document.createElement("tbody"));
  const [from, setFrom] = useState(0);
  const lines = useRef(new Map<number, string>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is of the moment in which it was asked for
  useEffect(() => {
    lines.current.set(from, [...body.rows].map((row) => csvLine([...row.cells].map(textOfCell))).join(""));
    const next = from + AT_ONCE;
    const timer = setTimeout(() => (next < rows.length ? setFrom(next) : save()));
    return () => clearTimeout(timer);
  }, [from]);

  function save() {
    const text = [CSV_START, csvLine(headers), ...lines.current.values()];
    saveFile(new Blob(text, { type: "text/csv" }), `${fileName}.csv`);
    onSaved();
  }

  return createPortal(
    rows.slice(from, from + AT_ONCE).map((cells, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file stay where they are
      <tr key={from + row}>
        {cells().map((cell, column) => (
          <td key={headers[column]}>{cell}</td>
        ))}
      </tr>
    )),
    body,
  );
}
