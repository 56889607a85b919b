import { applyNodeChanges, type EdgeChange, type Node, type NodeChange } from "@xyflow/react";
import { useEffect, useMemo, useState } from "react";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { findNode } from "@/components/workflow/editor/model/graph-edits";
import { type FlowEdge, toFlowEdge } from "@/components/workflow/graph/edge";
import { placesOf } from "@/components/workflow/graph/layout";
import { nameOf } from "@/components/workflow/graph/order";
import type { WorkflowNode } from "@/lib/workflow/schema";

export type CanvasNode = Node<{ node: WorkflowNode }, "step">;

/** The graph's nodes for React Flow, which moves them while they are dragged; the graph hears of it at the end. */
export function useCanvasNodes() {
  const { graph, selection, dispatch } = useWorkflowEditor();
  const places = useMemo(() => placesOf(graph), [graph]);
  const fresh = (known: CanvasNode[]): CanvasNode[] => {
    const before = new Map(known.map((node) => [node.id, node]));
    return graph.nodes.map((node) => ({
      ...before.get(node.key),
      id: node.key,
      type: "step",
      data: { node },
      ariaLabel: node.name || node.key,
      position: places.get(node.key) ?? { x: 0, y: 0 },
      selected: selection.nodes.includes(node.key),
    }));
  };
  const [nodes, setNodes] = useState(() => fresh([]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fresh` is made of these
  useEffect(() => setNodes(fresh), [graph, places, selection.nodes]);

  function onNodesChange(changes: NodeChange<CanvasNode>[]) {
    setNodes((before) => applyNodeChanges(changes, before));
    const picked = changes.flatMap((change) =>
      change.type === "select" ? [[change.id, change.selected] as const] : [],
    );
    if (picked.length > 0) dispatch({ type: "pick", nodes: new Map(picked) });
    const moved = changes.flatMap((change) =>
      change.type === "position" && change.position && !change.dragging ? [[change.id, change.position] as const] : [],
    );
    // The first move fixes the places of all others, which so far follow from the edges.
    if (moved.length > 0) dispatch({ type: "move", places: new Map([...unplaced(), ...moved]) });
  }

  const unplaced = () => [...places].filter(([key]) => graph.nodes.some((node) => node.key === key && !node.position));

  return { nodes, onNodesChange };
}

/** The graph's edges for React Flow. */
export function useCanvasEdges() {
  const { graph, selection, dispatch } = useWorkflowEditor();
  const edges = useMemo(
    () =>
      graph.edges.flatMap((edge, index): FlowEdge[] => {
        const source = findNode(graph, edge.from);
        if (!source || !findNode(graph, edge.to)) return [];
        const onFailure = edge.on === "failure" && source.kind !== "wait";
        return [
          {
            ...toFlowEdge(edge),
            id: String(index),
            sourceHandle: onFailure ? "failure" : "success",
            ariaLabel: `${nameOf(graph, edge.from)} → ${nameOf(graph, edge.to)}`,
            selected: selection.edges.includes(index),
          },
        ];
      }),
    [graph, selection.edges],
  );

  function onEdgesChange(changes: EdgeChange<FlowEdge>[]) {
    const picked = changes.flatMap((change) =>
      change.type === "select" ? [[Number(change.id), change.selected] as const] : [],
    );
    if (picked.length > 0) dispatch({ type: "pick", edges: new Map(picked) });
  }

  return { edges, onEdgesChange };
}
