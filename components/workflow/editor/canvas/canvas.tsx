import { Background, type Connection, type Edge, MiniMap, Panel, ReactFlow, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus, Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { CanvasNode } from "@/components/workflow/editor/canvas/canvas-node";
import { draggedKind } from "@/components/workflow/editor/canvas/palette";
import { useCanvasEdges, useCanvasNodes } from "@/components/workflow/editor/canvas/use-canvas-nodes";
import { FIT, useFitToScreen } from "@/components/workflow/editor/canvas/use-fit-to-screen";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { NOTHING } from "@/components/workflow/editor/model/editor-state";
import { mayConnect } from "@/components/workflow/editor/model/graph-edits";
import { isEscapeOnDrawn } from "@/components/workflow/editor/use-editor-keys";
import { GraphEdge } from "@/components/workflow/graph/edge";
import { sizeOf } from "@/components/workflow/graph/layout";
import "@/components/workflow/graph/graph.css";
import "@/components/workflow/editor/canvas/canvas.css";

const NODES = { step: CanvasNode };
const EDGES = { flow: GraphEdge };
/** Below, a map shows nothing that the canvas doesn't. */
const NODES_FOR_MAP = 8;
const MAP = { width: 144, height: 96 };

/** The graph as a drawing: nodes are dropped, moved and connected with the pointer. */
export function Canvas({ full }: { full: boolean }) {
  const t = useTranslations("workflow");
  const { graph, dispatch, add } = useWorkflowEditor();
  const { screenToFlowPosition } = useReactFlow();
  const { nodes, onNodesChange } = useCanvasNodes();
  const { edges, onEdgesChange } = useCanvasEdges();
  const [isEmpty] = useState(nodes.length === 0);
  useFitToScreen(full, isEmpty);

  function drop(event: DragEvent) {
    const kind = draggedKind(event);
    if (!kind) return;
    event.preventDefault();
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const { width, height } = sizeOf(kind);
    add(kind, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) });
  }

  function unselect(event: KeyboardEvent) {
    if (!isEscapeOnDrawn(event)) return;
    event.stopPropagation();
    dispatch({ type: "select", selection: NOTHING });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer drops; nodes are added by buttons as well
    <div
      className="workflow-canvas relative min-w-0 flex-1 bg-background"
      onDrop={drop}
      onDragOver={allowDrop}
      onKeyDownCapture={unselect}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODES}
        edgeTypes={EDGES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={(made) => dispatch({ type: "connect", ...endsOf(made) })}
        isValidConnection={(made) => {
          const { from, to, on } = endsOf(made);
          return mayConnect(graph, from, to, on);
        }}
        deleteKeyCode={null}
        multiSelectionKeyCode={["Shift", "Meta", "Control"]}
        connectionRadius={28}
        minZoom={0.2}
        maxZoom={1.5}
        fitView={!isEmpty}
        fitViewOptions={FIT}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          "node.a11yDescription.default": t("editor.useOutline"),
          "edge.a11yDescription.default": t("editor.useOutline"),
          "minimap.ariaLabel": t("editor.map"),
        }}
      >
        <Background gap={20} size={1} />
        <Zoom />
        {nodes.length >= NODES_FOR_MAP && (
          <MiniMap pannable zoomable style={MAP} className="rounded-md border border-border" />
        )}
      </ReactFlow>
      {nodes.length === 0 && (
        <EmptyState
          icon={<Workflow />}
          text={t("editor.empty")}
          className="pointer-events-none absolute inset-0 justify-center"
        />
      )}
    </div>
  );
}

const allowDrop = (event: DragEvent) => event.preventDefault();

const endsOf = ({ source, target, sourceHandle }: Connection | Edge) => ({
  from: source,
  to: target,
  on: sourceHandle === "failure" ? ("failure" as const) : ("success" as const),
});

function Zoom() {
  const t = useTranslations("workflow.run");
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left" className="flex rounded-md border border-border bg-card">
      <IconButton label={t("zoomOut")} onClick={() => void zoomOut()}>
        <Minus />
      </IconButton>
      <IconButton label={t("zoomIn")} onClick={() => void zoomIn()}>
        <Plus />
      </IconButton>
      <IconButton label={t("fit")} onClick={() => void fitView(FIT)}>
        <Maximize />
      </IconButton>
    </Panel>
  );
}
