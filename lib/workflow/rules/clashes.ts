import { topologicalOrder } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge, WorkflowGraph } from "@/lib/workflow/schema";

/** How earlier nodes must have ended before a node starts; a clash: one would have to end in both ways. */
type Ends = Map<string, WorkflowEdge["on"]>;
type Clash = { clash: string };

/** The nodes that can never start, each with an earlier one that would have to succeed and to fail. */
export function clashesOf(graph: WorkflowGraph): ReadonlyMap<string, string> {
  const needed = new Map<string, Ends>();
  const clashes = new Map<string, string>();
  const joins = new Map(graph.nodes.map(({ key, join }) => [key, join]));
  for (const key of topologicalOrder(graph)) {
    const ways = graph.edges.filter(({ to }) => to === key).map((edge) => wayOf(edge, needed));
    const ends = joins.get(key) === "any" ? common(ways) : together(ways);
    // What follows a node that never starts is not reported as well.
    if ("clash" in ends) clashes.set(key, ends.clash);
    needed.set(key, "clash" in ends ? new Map() : ends);
  }
  return clashes;
}

/** An edge holds only if its node has run, which needs what that node needs. */
function wayOf({ from, on }: WorkflowEdge, needed: ReadonlyMap<string, Ends>): Ends {
  const ends = new Map(needed.get(from));
  return on === "always" ? ends : ends.set(from, on);
}

function together(ways: readonly Ends[]): Ends | Clash {
  const all: Ends = new Map();
  for (const [key, on] of ways.flatMap((way) => [...way])) {
    if ((all.get(key) ?? on) !== on) return { clash: key };
    all.set(key, on);
  }
  return all;
}

function common([first, ...others]: readonly Ends[]): Ends {
  const shared = [...(first ?? [])].filter(([key, on]) => others.every((way) => way.get(key) === on));
  return new Map(shared);
}
