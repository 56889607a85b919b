import type { Draft, Spot } from "@/lib/backup/adjust/draft";
import type { Done } from "@/lib/backup/adjust/lines";
import { textOf } from "@/lib/backup/adjust/values";
import { numbered } from "@/lib/backup/rules";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import { beginning } from "@/lib/protocol/storable";

const OF_EVERY_NODE = new Set(["name", "join", "position"]);
const MAX_KEY = 50;

/** The nodes of a workflow, and the step below them or its edges that the place is in. */
function placeIn(
  { kind, entry, path }: Spot,
  part: "nodes" | "edges",
): { nodes: Entry; step: string; of: unknown } | null {
  const [root, found, step] = path;
  const graph = kind === "template" && isEntry(entry) ? entry.graph : null;
  if (root !== "graph" || found !== part || step === undefined || !isEntry(graph) || !isEntry(graph.nodes)) return null;
  return { nodes: graph.nodes, step, of: graph[part] };
}

/** A node that can't do what it is for asks for a decision: what comes after it must not simply run. */
export function awaitDecision(draft: Draft, spot: Spot): Done | null {
  const place = placeIn(spot, "nodes");
  const node = place?.nodes[place.step];
  if (!place || !isEntry(node)) return null;
  const kept = Object.entries(node).filter(([field]) => OF_EVERY_NODE.has(field));
  const text = beginning(textOf(node.template) ?? place.step, 255);
  const approval = { ...Object.fromEntries(kept), kind: "approval", text };
  draft.set({ entry: spot.entry, path: spot.path.slice(0, 3) }, approval);
  return { how: "changed", params: { value: "approval" } };
}

/** An edge that can't begin at its node begins at a new approval. */
export function awaitDecisionBefore(draft: Draft, spot: Spot): Done | null {
  const place = placeIn(spot, "edges");
  const edge = Array.isArray(place?.of) ? place.of[Number(place.step)] : null;
  if (!place || !isEntry(edge)) return null;
  const from = String(edge.from);
  let key = from;
  for (let number = 2; Object.hasOwn(place.nodes, key); number++) key = numbered(from, "_", number, MAX_KEY);
  place.nodes[key] = { kind: "approval", text: from };
  draft.set({ entry: spot.entry, path: spot.path.slice(0, 3) }, { from: key, to: edge.to });
  return { how: "changed", params: { value: "approval" } };
}
