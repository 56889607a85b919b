import "@/components/workflow/graph/graph.css";
import {
  type FitViewOptions,
  Handle,
  type Node,
  type NodeTypes,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FocusEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { type EdgeState, type FlowEdge, GraphEdge, toFlowEdge } from "@/components/workflow/graph/edge";
import { placesOf, sizeOf } from "@/components/workflow/graph/layout";
import type { NodeTemplate } from "@/components/workflow/graph/node-card";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

export type StillNode = Node<{ node: WorkflowNode; template: NodeTemplate }, "still">;
type KnownTemplate = { id: number; name: string; app: string };

const EDGE_TYPES = { flow: GraphEdge };
/** See graph.css. Not a state of React: nothing is rendered again. */
const MOVING = "data-moving";
const FIT = { padding: 0.08, maxZoom: 1 };
/** A hand that shakes a little still clicks; beyond, it moves the drawing. In pixels. */
const CLICK_DISTANCE = 5;
/** Keys are for the page. */
const NO_KEYS = {
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
};

type StillFlowProps = {
  graph: WorkflowGraph;
  templates: readonly KnownTemplate[];
  /** The same object at every rendering. */
  nodeTypes: NodeTypes;
  /** Open without. The same function as long as no edge changes. */
  edgeState?: (edge: WorkflowEdge) => EdgeState;
  /** What is in sight first; everything without. */
  start?: FitViewOptions<StillNode>;
  /** The wheel scrolls the page around the drawing. */
  inPage?: boolean;
  children?: ReactNode;
};

/** A graph to look at. Its nodes are placed once; only what they show changes. */
export function StillFlow({ graph, templates, nodeTypes, edgeState, start, inPage, children }: StillFlowProps) {
  const t = useTranslations("workflow.run");
  const nodes = useMemo(() => toStillNodes(graph, templates), [graph, templates]);
  const edges = useMemo(() => toStillEdges(graph, edgeState), [graph, edgeState]);
  const drawing = useRef<HTMLDivElement>(null);
  const [first] = useState({ ...FIT, ...start });
  return (
    <ReactFlowProvider>
      <ReactFlow
        ref={drawing}
        aria-label={t("graph")}
        {...{ nodes, edges, nodeTypes }}
        onMoveStart={() => drawing.current?.setAttribute(MOVING, "")}
        onMoveEnd={() => drawing.current?.removeAttribute(MOVING)}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        {...NO_KEYS}
        paneClickDistance={CLICK_DISTANCE}
        zoomOnScroll={!inPage}
        preventScrolling={!inPage}
        fitView
        fitViewOptions={first}
        minZoom={0.05}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <ZoomButtons />
        {children}
      </ReactFlow>
    </ReactFlowProvider>
  );
}

function toStillNodes(graph: WorkflowGraph, templates: readonly KnownTemplate[]): StillNode[] {
  const places = placesOf(graph);
  return graph.nodes.map((node) => {
    const { width, height } = sizeOf(node);
    const template = node.kind === "template" ? templates.find(({ id }) => id === node.template_id) : undefined;
    return {
      id: node.key,
      type: "still",
      data: { node, template },
      position: places.get(node.key) ?? { x: 0, y: 0 },
      width,
      height,
      measured: { width, height },
    };
  });
}

const toStillEdges = (graph: WorkflowGraph, stateOf: StillFlowProps["edgeState"]): FlowEdge[] =>
  graph.edges.map((edge) => ({
    ...toFlowEdge(edge, stateOf?.(edge)),
    sourceHandle: edge.on === "failure" ? "failure" : "success",
  }));

/** Edges end at them; without them React Flow draws none. Hidden, as something transparent still takes time to draw. */
export const Handles = () => (
  <>
    <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
    <Handle type="source" id="success" position={Position.Right} isConnectable={false} className="invisible" />
    <Handle type="source" id="failure" position={Position.Right} isConnectable={false} className="invisible mt-3" />
  </>
);

type CardButtonProps = { node: WorkflowNode; label: string; pressed?: boolean; onClick: () => void };

/** Covers a node's card, under what can be pressed in it. */
export function CardButton({ node, label, pressed, onClick }: CardButtonProps) {
  const flow = useReactFlow();

  /** What the keyboard reaches comes into sight. */
  function show(event: FocusEvent) {
    if (!event.currentTarget.matches(":focus-visible")) return;
    void flow.fitView({ nodes: [{ id: node.key }], minZoom: flow.getZoom(), maxZoom: flow.getZoom() });
  }

  return (
    <button
      type="button"
      aria-label={`${node.name || node.key}: ${label}`}
      aria-pressed={pressed}
      onClick={onClick}
      onFocus={show}
      className="absolute inset-0 rounded-lg"
    />
  );
}

function ZoomButtons() {
  const t = useTranslations("workflow.run");
  const flow = useReactFlow();
  return (
    <Panel position="bottom-left" className="m-2! flex rounded-md border border-border bg-card">
      <IconButton label={t("zoomOut")} onClick={() => flow.zoomOut()}>
        <ZoomOut />
      </IconButton>
      <IconButton label={t("zoomIn")} onClick={() => flow.zoomIn()}>
        <ZoomIn />
      </IconButton>
      <IconButton label={t("fit")} onClick={() => flow.fitView(FIT)}>
        <Maximize2 />
      </IconButton>
    </Panel>
  );
}
