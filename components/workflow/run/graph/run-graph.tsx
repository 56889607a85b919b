import "@/components/workflow/graph/graph.css";
import { Background, MiniMap, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { GraphEdge, toFlowEdge } from "@/components/workflow/graph/edge";
import { placesOf, sizeOf } from "@/components/workflow/graph/layout";
import { type RunFlowNode, RunNode } from "@/components/workflow/run/graph/run-node";
import { useRun } from "@/components/workflow/run/run-context";
import { edgeState, type ShownStatus, shownStatus } from "@/components/workflow/run/run-state";
import type { WorkflowRun } from "@/lib/task/schema/workflow";

const NODE_TYPES = { run: RunNode };
const EDGE_TYPES = { flow: GraphEdge };
const FIT = { padding: 0.08, maxZoom: 1 };
const READABLE = { ...FIT, minZoom: 0.5 };
/** Keys are for the log. */
const NO_KEYS = {
  ...{ deleteKeyCode: null, selectionKeyCode: null, multiSelectionKeyCode: null },
  ...{ panActivationKeyCode: null, zoomActivationKeyCode: null },
};
/** A larger graph has an overview beside it. */
const LARGE = 24;

/** The graph of a run. Its nodes are placed once; only what they show changes. */
export function RunGraph() {
  const { run, states } = useRun();
  const { graph, templates } = run;
  const nodes = useMemo(() => toFlowNodes(graph, templates), [graph, templates]);
  const edges = graph.edges.map((edge) => ({
    ...toFlowEdge(edge, edgeState(edge, { graph, states })),
    sourceHandle: edge.on === "failure" ? "failure" : "success",
  }));
  const t = useTranslations("workflow.run");
  const [start] = useState(() => (nodes.length > LARGE ? { ...READABLE, nodes: atWork(run) } : FIT));
  return (
    <ReactFlowProvider>
      <ReactFlow
        aria-label={t("graph")}
        {...{ nodes, edges }}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        {...NO_KEYS}
        fitView
        fitViewOptions={start}
        minZoom={0.05}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1.5} />
        <ZoomButtons />
        <ShowChosen />
        {nodes.length > LARGE && <Overview />}
      </ReactFlow>
    </ReactFlowProvider>
  );
}

/** Where a large graph is looked at first: what has begun and not succeeded, or else its beginning. */
function atWork({ nodes }: WorkflowRun): { id: string }[] {
  const open = nodes.filter(({ status }) => status === "running" || status === "waiting" || status === "failed");
  return (open.length > 0 ? open : nodes.slice(0, 1)).map(({ key }) => ({ id: key }));
}

function toFlowNodes(graph: WorkflowRun["graph"], templates: WorkflowRun["templates"]): RunFlowNode[] {
  const places = placesOf(graph);
  return graph.nodes.map((node) => {
    const { width, height } = sizeOf(node);
    const template = node.kind === "template" ? templates.find(({ id }) => id === node.template_id) : undefined;
    return {
      ...{ id: node.key, type: "run", data: { node, template } },
      position: places.get(node.key) ?? { x: 0, y: 0 },
      ...{ width, height, measured: { width, height } },
    };
  });
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

/** Brings the chosen node into sight, whose log has taken a part of the room. */
function ShowChosen() {
  const { chosen } = useRun();
  const flow = useReactFlow();
  useEffect(() => {
    if (chosen.key === null) return;
    const zoom = Math.max(0.6, flow.getZoom());
    // After the room has changed.
    const timer = setTimeout(() => {
      void flow.fitView({ nodes: [{ id: chosen.key ?? "" }], minZoom: zoom, maxZoom: zoom });
    }, 50);
    return () => clearTimeout(timer);
  }, [flow, chosen.key]);
  return null;
}

const COLOURS: Partial<Record<ShownStatus, string>> = {
  ...{ running: "var(--running)", success: "var(--success)", error: "var(--error)" },
  ...{ waiting_confirmation: "var(--amber)", starting: "var(--amber)" },
};

function Overview() {
  const t = useTranslations("workflow.run");
  const { states } = useRun();
  return (
    <MiniMap<RunFlowNode>
      pannable
      zoomable
      ariaLabel={t("graph")}
      nodeColor={({ id, data }) => COLOURS[shownStatus(states.get(id), data.node.kind)] ?? "var(--input)"}
      nodeBorderRadius={12}
      className="m-2! rounded-md border border-border max-md:hidden"
    />
  );
}
