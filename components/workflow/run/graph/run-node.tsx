import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { Decide } from "@/components/workflow/approval/decide";
import { NodeCard } from "@/components/workflow/graph/node-card";
import { CardButton, Handles, type StillNode } from "@/components/workflow/graph/still-flow";
import { Decision, NodeDuration, NodeProgress } from "@/components/workflow/run/node-facts";
import { useRun } from "@/components/workflow/run/run-context";
import { questionOf, shownStatus, toneOf } from "@/components/workflow/run/run-state";
import { NodeStatusSvg, useStatusText } from "@/components/workflow/run/status-mark";
import { useDecidersText, useReasonText } from "@/components/workflow/run/use-node-texts";
import type { NodeState } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** A node of a run; React Flow keeps it while the states beside it change. */
export const RunNode = memo(function RunNode({ id, data }: NodeProps<StillNode>) {
  const { states, chosen } = useRun();
  return (
    <>
      <StateCard {...data} state={states.get(id)} selected={chosen.key === id} />
      <Handles />
    </>
  );
});

type StateCardProps = StillNode["data"] & { state: NodeState | undefined; selected: boolean };

const StateCard = memo(function StateCard({ node, template, state, selected }: StateCardProps) {
  const status = shownStatus(state, node.kind);
  return (
    <div className="pointer-events-auto relative">
      <NodeCard
        {...{ node, template, selected }}
        tone={toneOf(status)}
        dimmed={status === "skipped"}
        detail={state && <Detail node={node} state={state} />}
      >
        {node.kind === "approval" && state && <Approval node={node} state={state} />}
      </NodeCard>
      <OpenButton node={node} />
    </div>
  );
});

function OpenButton({ node }: { node: WorkflowNode }) {
  const { choose, states } = useRun();
  const statusText = useStatusText();
  const status = statusText(shownStatus(states.get(node.key), node.kind));
  return <CardButton node={node} label={status} onClick={() => choose(node.key)} />;
}

function Detail({ node, state }: { node: WorkflowNode; state: NodeState }) {
  const { run } = useRun();
  const reason = useReasonText(run.graph)(state);
  const status = shownStatus(state, node.kind);
  if (reason && (status === "skipped" || !state.task || state.reason?.code === "kept")) {
    return (
      <>
        <NodeStatusSvg status={status} size={12} />
        <span className="-mt-1 line-clamp-2 leading-3.5" title={reason}>
          {reason}
        </span>
      </>
    );
  }
  return (
    <>
      <NodeProgress state={state} status={status} />
      <NodeDuration state={state} className="ml-auto" />
    </>
  );
}

function Approval({ node, state }: { node: WorkflowNode; state: NodeState }) {
  const { projectId, taskId, refetch } = useRun();
  const decidersText = useDecidersText();
  const text = questionOf(node, state);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1.5 text-xs">
      <p className={state.may_decide ? "line-clamp-2" : "line-clamp-4"} title={text}>
        {text}
      </p>
      {state.may_decide ? (
        <Decide
          small
          place={{ projectId, taskId, nodeKey: node.key }}
          name={node.name || node.key}
          onDecided={refetch}
          className="relative z-10 mt-auto"
        />
      ) : (
        state.status === "waiting" && (
          <p className="mt-auto text-amber-text">{decidersText(node, { may_decide: false })}</p>
        )
      )}
      <Decision state={state} className="line-clamp-3" />
    </div>
  );
}
