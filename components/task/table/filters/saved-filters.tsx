import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { type FilterChange, useSavedFilters } from "@/components/task/table/filters/use-saved-filters";
import { IconButton } from "@/components/ui/icon-button";
import type { Filter } from "@/lib/filter/schema";

type SavedFiltersProps = FilterChange & {
  filters: Filter[];
  /** The current one. */
  query: string;
  onApply: (query: string) => void;
};

/** A click applies a saved filter; the one that is applied can be deleted. */
export function SavedFilters({ filters, query, onApply, ...own }: SavedFiltersProps) {
  const t = useTranslations("task.filters");
  const { remove } = useSavedFilters(own);
  return (
    <ul aria-label={t("saved")} className="flex min-w-0 flex-wrap gap-1">
      {filters.map((saved) => {
        const applied = saved.query === query;
        return (
          <li key={saved.name} className="flex min-w-0 items-center rounded-md border border-border">
            <button
              type="button"
              aria-pressed={applied}
              onClick={() => onApply(saved.query)}
              className="h-7 min-w-0 rounded-md px-2 text-sm hover:bg-accent aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
            >
              <Name text={saved.name} className="max-w-40" />
            </button>
            {applied && (
              <IconButton label={t("remove", { name: saved.name })} onClick={() => void remove(saved)}>
                <X />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
