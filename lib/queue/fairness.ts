import type { Busy } from "@/lib/queue/rule";

/**
 * When each project was last served, as a count of claims. Kept in memory, since it only breaks ties between equally
 * busy projects: with several web nodes, each one alternates by itself.
 */
const lastServed = new Map<number, number>();
let served = 0;

export function recordServed(projectId: number): void {
  lastServed.set(projectId, ++served);
}

/** Projects with the fewest running tasks first, then the one served least recently, then the longest waiting. */
export function fairOrder(heads: { project_id: number }[], busy: (Busy & { project_id: number })[]): number[] {
  const ids = [...new Set(heads.map(({ project_id }) => project_id))];
  const running = new Map<number, number>();
  for (const { project_id, holds_slot } of busy)
    if (holds_slot) running.set(project_id, (running.get(project_id) ?? 0) + 1);
  const rank = (id: number) => [running.get(id) ?? 0, lastServed.get(id) ?? 0] as const;
  return ids.sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
}
