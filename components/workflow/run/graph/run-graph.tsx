import { MiniMap, useReactFlow } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { StillFlow, type StillNode } from "@/components/workflow/graph/still-flow";
import { RunNode } from "@/components/workflow/run/graph/run-node";
import { useRun } from "@/components/workflow/run/run-context";
import { edgeState, openNodes, type ShownStatus, shownStatus } from "@/components/workflow/run/run-state";
import type { WorkflowRun } from "@/lib/task/schema/workflow";
import type { WorkflowEdge } from "@/lib/workflow/schema";

const NODE_TYPES = { still: RunNode };
const READABLE = { minZoom: 0.5 };
/** A larger graph has an overview beside it. */
const LARGE = 24;

/** The graph of a run. */
export function RunGraph() {
  const { run, states } = useRun();
  const { graph, templates } = run;
  const isLarge = graph.nodes.length > LARGE;
  const [start] = useState(() => (isLarge ? startOf(run) : undefined));
  const stateOf = useCallback((edge: WorkflowEdge) => edgeState(edge, { graph, states }), [graph, states]);
  return (
    <StillFlow {...{ graph, templates, start }} nodeTypes={NODE_TYPES} edgeState={stateOf}>
      <ShowChosen />
      {isLarge && <Overview />}
    </StillFlow>
  );
}

/** Where a large graph is looked at first: its open nodes, or else all of them. */
function startOf({ nodes }: WorkflowRun) {
  const open = openNodes(nodes).map(({ key }) => ({ id: key }));
  return open.length > 0 ? { ...READABLE, nodes: open } : undefined;
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
  running: "var(--running)",
  success: "var(--success)",
  error: "var(--error)",
  waiting_confirmation: "var(--amber)",
  starting: "var(--amber)",
};

function Overview() {
  const t = useTranslations("workflow.run");
  const { states } = useRun();
  return (
    <MiniMap<StillNode>
      pannable
      zoomable
      ariaLabel={t("graph")}
      nodeColor={({ id, data }) => COLOURS[shownStatus(states.get(id), data.node.kind)] ?? "var(--input)"}
      nodeBorderRadius={12}
      className="m-2! rounded-md border border-border max-md:hidden"
    />
  );
}
