import { useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { changeUrl } from "@/components/table/use-url-state";
import { HISTORY_PARAMS } from "@/components/task/table/history-query";
import { toast } from "@/components/ui/toast";
import { replaceFilters } from "@/lib/filter/actions";
import type { Filter } from "@/lib/filter/schema";

/** Replaces the filters of the address. */
export function applyFilter(query: string): void {
  const wanted = new URLSearchParams(query);
  changeUrl(Object.fromEntries(HISTORY_PARAMS.map((param) => [param, wanted.get(param)])), true);
}

/** The user's own filters of a project. */
export function useSavedFilters(projectId: number, initial: Filter[]) {
  const problemText = useProblemText();
  const [filters, setFilters] = useState(initial);

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
