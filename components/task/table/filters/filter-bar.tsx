import { ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { withTexts } from "@/components/language/loaded-texts";
import { applyFilter, useSavedFilters } from "@/components/task/table/filters/use-saved-filters";
import { chosenIn, type HistoryFilter, printFilter } from "@/components/task/table/history-query";
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
  const { filters, save, remove } = useSavedFilters(projectId, saved);
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
      <Suspense>{filters.length > 0 && <SavedFilters {...{ filters, query }} onRemove={remove} />}</Suspense>
      <Suspense>
        {open && (
          <HistoryFilters {...{ projectId, filter }} onSave={query === "" ? null : (name) => save({ name, query })} />
        )}
      </Suspense>
    </>
  );
}
