import { useRouter } from "next/navigation";
import { api } from "@/components/api-client";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";
import { replaceFilters } from "@/lib/filter/actions";
import type { Filter } from "@/lib/filter/schema";

/** The project whose filters of the user change, and what is to be done after a change. */
export type FilterChange = { projectId: number; onChange: (filters: Filter[]) => void };

/** Changes the user's own filters of a project; what was saved in another tab stays. */
export function useSavedFilters({ projectId, onChange }: FilterChange) {
  const problemText = useProblemText();
  const router = useRouter();

  async function replace(change: (stored: Filter[]) => Filter[]): Promise<string | null> {
    const filters = change(await api("GET /project/:projectId/filters", { params: { projectId } }));
    const result = await replaceFilters({ projectId }, { filters });
    if (result.ok) onChange(filters);
    return problemOf(result);
  }

  /** Whether they were saved. */
  async function change(to: (stored: Filter[]) => Filter[]): Promise<boolean> {
    const problem = await replace(to).catch(problemText);
    if (problem) toast.error(problem);
    // Back would show those from before.
    else router.refresh();
    return problem === null;
  }

  return {
    save: (filter: Filter) => change((stored) => [...without(stored, filter), filter]),
    remove: (filter: Filter) => change((stored) => without(stored, filter)),
  };
}

const without = (filters: Filter[], { name }: Filter): Filter[] => filters.filter((filter) => filter.name !== name);
