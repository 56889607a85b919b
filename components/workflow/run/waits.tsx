import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWaitingText } from "@/components/task/state/use-waiting-text";
import { Decide } from "@/components/workflow/approval/decide";
import { NodeUntil } from "@/components/workflow/run/node-facts";
import { useRun } from "@/components/workflow/run/run-context";
import { shownStatus, waitingNodes } from "@/components/workflow/run/run-state";
import { NodeStatusSvg, useStatusText } from "@/components/workflow/run/status-mark";
import { useDecidersText } from "@/components/workflow/run/use-node-texts";
import type { NodeState } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

const MOST = 3;

/** What the run waits for, on top: a decision, a runner, a time. */
export function Waits() {
  const { run, live } = useRun();
  const t = useTranslations("dashboard");
  const waiting = live ? waitingNodes(run.nodes) : [];
  if (waiting.length === 0) return null;
  return (
    <div role="status" className="border-border border-b bg-amber-soft text-sm">
      <ul className="divide-y divide-amber/20">
        {waiting.slice(0, MOST).map((state) => {
          const node = run.graph.nodes.find(({ key }) => key === state.key);
          return node && <Wait key={state.key} {...{ node, state }} />;
        })}
        {waiting.length > MOST && (
          <li className="px-3 py-1 text-muted-foreground text-xs sm:px-4">
            {t("more", { count: waiting.length - MOST })}
          </li>
        )}
      </ul>
    </div>
  );
}

function Wait({ node, state }: { node: WorkflowNode; state: NodeState }) {
  const { projectId, taskId, chosen, choose, refetch } = useRun();
  const name = node.name || node.key;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-1.5 sm:px-4">
      <NodeStatusSvg status={shownStatus(state, node.kind)} size={12} />
      <button
        type="button"
        onClick={() => choose(node.key)}
        className="max-w-full truncate rounded-sm font-medium hover:underline"
      >
        {name}
      </button>
      <span className="inline-block text-amber-text first-letter:uppercase">
        <WaitText {...{ node, state }} />
      </span>
      {state.until && (
        <span className="text-muted-foreground text-xs">
          <NodeUntil state={state} onDeadline={node.kind === "approval" ? node.on_deadline : undefined} />
        </span>
      )}
      {/* On a phone its card is too small to press. */}
      {state.may_decide && chosen.key !== node.key && (
        <Decide
          small
          place={{ projectId, taskId, nodeKey: node.key }}
          name={name}
          onDecided={refetch}
          className="basis-full md:hidden"
        />
      )}
    </li>
  );
}

function WaitText({ node, state }: { node: WorkflowNode; state: NodeState }): ReactNode {
  const decidersText = useDecidersText();
  const statusText = useStatusText();
  const waitingText = useWaitingText();
  if (node.kind === "approval") return decidersText(node, state);
  const status = shownStatus(state, node.kind);
  // A time follows, which says the rest.
  if (state.until) return null;
  return status === "waiting" ? waitingText(state.task?.waiting_for ?? null) : statusText(status);
}
