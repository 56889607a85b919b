import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/table/columns/column";
import type { HistoryRow } from "@/components/task/table/pack-history";

/** The tasks of the page that are ticked, and the column that ticks them. */
export function useSelection(rows: HistoryRow[]) {
  const t = useTranslations("task.bulk");
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const column: Column<HistoryRow> = {
    key: "select",
    header: t("label"),
    headerHidden: true,
    card: "hidden",
    width: 36,
    cell: ({ id }) => (
      <input
        type="checkbox"
        aria-label={t("select", { id })}
        checked={ids.has(id)}
        onChange={({ target: { checked } }) => setIds((known) => withId(known, id, checked))}
        className="block size-4 accent-primary"
      />
    ),
  };
  return {
    column,
    selected: rows.filter(({ id }) => ids.has(id)),
    selectAll: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

const withId = (ids: ReadonlySet<number>, id: number, ticked: boolean): ReadonlySet<number> =>
  new Set(ticked ? [...ids, id] : [...ids].filter((other) => other !== id));
