import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import { replaceFilters } from "@/lib/filter/actions";
import type { Filter } from "@/lib/filter/schema";

/** The user's own filters of a project, and what is to be done after a change of them. */
export type SavedFilters = { projectId: number; filters: Filter[]; onChange: (filters: Filter[]) => void };

/** Changes them. */
export function useSavedFilters({ projectId, filters, onChange }: SavedFilters) {
  const problemText = useProblemText();

  /** Whether they were saved. */
  async function change(next: Filter[]): Promise<boolean> {
    const problem = await replaceFilters({ projectId }, { filters: next }).then(problemOf, problemText);
    if (problem) toast.error(problem);
    else onChange(next);
    return problem === null;
  }

  const without = (name: string) => filters.filter((filter) => filter.name !== name);
  return {
    save: (filter: Filter) => change([...without(filter.name), filter]),
    remove: ({ name }: Filter) => change(without(name)),
  };
}
