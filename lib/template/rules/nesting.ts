import type { ErrorKey } from "@/lib/operation/errors";
import { MAX_DEPTH } from "@/lib/workflow/schema";

/** A workflow with the templates that it runs. */
type Nested = { id: number; name: string; runs: readonly number[] };

/** Why a workflow cannot run a template; about the first of those that it must not. */
type NestingProblem = { templateId: number; key: ErrorKey; params?: { name: string } };

/** `all`: the project's workflows as they are stored. `saved`: the one to be saved, with null for one that is new. */
export function nestingProblem(
  all: readonly Nested[],
  saved: { id: number | null; runs: readonly number[] },
): NestingProblem | null {
  const byId = new Map(all.map((one) => [one.id, one]));
  // The saved one may become a workflow only now.
  const isWorkflow = (id: number) => byId.has(id) || id === saved.id;
  const inside = (id: number) => byId.get(id)?.runs.filter(isWorkflow) ?? [];
  const outside = (id: number) => all.flatMap(({ id: outer, runs }) => (runs.includes(id) ? outer : []));
  const runs = saved.runs.filter(isWorkflow);
  const before = saved.id === null ? 0 : levelsFrom(inside(saved.id), inside).length;
  const outer = saved.id === null ? [] : levelsFrom(outside(saved.id), outside);
  for (const templateId of runs) {
    const levels = levelsFrom([templateId], inside);
    if (levels.some((level) => saved.id !== null && level.has(saved.id))) return { templateId, key: "workflowCycle" };
    if (levels.length > MAX_DEPTH) return { templateId, key: "workflowTooDeep" };
    // What is too deep already must not keep people from changing something else.
    const [first] = levels.length > before ? (outer[MAX_DEPTH - levels.length] ?? []) : [];
    const name = byId.get(first ?? 0)?.name;
    if (name !== undefined) return { templateId, key: "workflowTooDeepIn", params: { name } };
  }
  return null;
}

/** What is reached after one step, two steps and so on; no further than one more than may be. */
function levelsFrom(first: readonly number[], next: (id: number) => readonly number[]): ReadonlySet<number>[] {
  const levels: ReadonlySet<number>[] = [];
  for (let level = new Set(first); level.size > 0 && levels.length <= MAX_DEPTH; ) {
    levels.push(level);
    level = new Set([...level].flatMap(next));
  }
  return levels;
}
