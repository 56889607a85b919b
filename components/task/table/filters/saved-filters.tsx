import { BookmarkPlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { changeUrl } from "@/components/table/use-url-state";
import { HISTORY_PARAMS, type HistoryFilter, printFilter } from "@/components/task/table/history-query";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { replaceFilters } from "@/lib/filter/actions";
import type { Filter } from "@/lib/filter/schema";

type SavedFiltersProps = { projectId: number; filter: HistoryFilter };

/** The user's own filters of this project: a click applies one; the current one can be saved under a name. */
export function SavedFilters({ projectId, filter }: SavedFiltersProps) {
  const t = useTranslations("task.filters");
  const { filters, save, remove } = useFilters(projectId);
  const [name, setName] = useState("");
  const query = printFilter(filter);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await save({ name: name.trim(), query })) setName("");
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.length > 0 && (
        <ul aria-label={t("saved")} className="flex min-w-0 flex-wrap gap-1">
          {filters.map((saved) => (
            <li key={saved.name} className="flex min-w-0 items-center rounded-md border border-border">
              <button
                type="button"
                aria-pressed={saved.query === query}
                onClick={() => apply(saved.query)}
                className="h-7 max-w-60 truncate rounded-md px-2 text-sm hover:bg-accent aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
              >
                {saved.name}
              </button>
              <IconButton label={t("remove", { name: saved.name })} onClick={() => remove(saved)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {query !== "" && (
        <>
          <form onSubmit={submit} className="flex items-center gap-1">
            <Input
              value={name}
              aria-label={t("name")}
              placeholder={t("name")}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
              className="h-7 w-40"
            />
            <Button type="submit" size="sm" disabled={name.trim() === ""}>
              <BookmarkPlus />
              {t("save")}
            </Button>
          </form>
          <Button size="sm" variant="ghost" onClick={() => apply("")}>
            {t("clear")}
          </Button>
        </>
      )}
    </div>
  );
}

/** Replaces the filters of the address. */
function apply(query: string): void {
  const wanted = new URLSearchParams(query);
  changeUrl(Object.fromEntries(HISTORY_PARAMS.map((param) => [param, wanted.get(param)])), true);
}

function useFilters(projectId: number) {
  const problemText = useProblemText();
  const [filters, setFilters] = useState<Filter[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    // Without them, the filters still work.
    api("GET /project/:projectId/filters", { params: { projectId }, signal: leaving.signal }).then(
      setFilters,
      () => undefined,
    );
    return () => leaving.abort();
  }, [projectId]);

  /** Whether they were saved. */
  async function change(next: Filter[]): Promise<boolean> {
    const problem = await replaceFilters({ projectId }, { filters: next }).then(problemOf, problemText);
    if (problem) toast.error(problem);
    else setFilters(next);
    return problem === null;
  }

  const without = (name: string) => filters.filter((filter) => filter.name !== name);
  return {
    filters,
    save: (filter: Filter) => change([...without(filter.name), filter]),
    remove: ({ name }: Filter) => change(without(name)),
  };
}
