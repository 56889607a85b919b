import { ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { withTexts } from "@/components/language/loaded-texts";
import { changeUrl } from "@/components/table/use-url-state";
import { chosenIn, HISTORY_PARAMS, type HistoryFilter, printFilter } from "@/components/task/table/history-query";
import { Button } from "@/components/ui/button";
import type { Filter } from "@/lib/filter/schema";

const HistoryFilters = dynamic(() =>
  withTexts(import("@/components/task/table/filters/history-filters")).then((module) => module.HistoryFilters),
);
const SavedFilters = dynamic(() =>
  withTexts(import("@/components/task/table/filters/saved-filters")).then((module) => module.SavedFilters),
);

type FilterBarProps = { projectId: number; filter: HistoryFilter; saved: Filter[] };

/** The button that opens the filters, the saved ones, and a way to clear all. Open from the start when the address has some. */
export function FilterBar({ projectId, filter, saved }: FilterBarProps) {
  const t = useTranslations("task.filters");
  const count = chosenIn(filter).length;
  const query = printFilter(filter);
  const [open, setOpen] = useState(count > 0);
  const [given, setGiven] = useState(saved);
  const [filters, onChange] = useState(saved);
  if (given !== saved) {
    setGiven(saved);
    onChange(saved);
  }
  return (
    <>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        <ListFilter />
        {count > 0 ? t("buttonCount", { count }) : t("button")}
      </Button>
      {count > 0 && (
        <Button variant="ghost" onClick={() => applyFilter("")}>
          {t("clear")}
        </Button>
      )}
      <Suspense>
        {filters.length > 0 && <SavedFilters {...{ projectId, filters, onChange, query }} onApply={applyFilter} />}
      </Suspense>
      <Suspense>{open && <HistoryFilters {...{ projectId, onChange, filter, query }} />}</Suspense>
    </>
  );
}

/** Replaces the filters of the address. */
function applyFilter(query: string): void {
  const wanted = new URLSearchParams(query);
  changeUrl(Object.fromEntries(HISTORY_PARAMS.map((param) => [param, wanted.get(param)])), "pushState");
}
