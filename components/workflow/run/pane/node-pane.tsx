import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { templateHref } from "@/components/template/template-href";
import { IconButton } from "@/components/ui/icon-button";
import { Decide } from "@/components/workflow/approval/decide";
import { NodeDetail, NodeIcon } from "@/components/workflow/graph/node-card";
import { ItemGrid } from "@/components/workflow/run/items/item-grid";
import { useItems } from "@/components/workflow/run/items/use-items";
import { Decision, MatrixHint, NodeDuration, NodeUntil } from "@/components/workflow/run/node-facts";
import { MarkButtons } from "@/components/workflow/run/pane/mark-buttons";
import { Tries } from "@/components/workflow/run/pane/tries";
import { useRun } from "@/components/workflow/run/run-context";
import { questionOf, shownStatus } from "@/components/workflow/run/run-state";
import { NodeStatusText } from "@/components/workflow/run/status-mark";
import { useDecidersText, useReasonText } from "@/components/workflow/run/use-node-texts";
import type { NodeState } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

type Chosen = { node: WorkflowNode; state: NodeState };

/** Everything about the chosen node: why it is as it is, what can be done, and its log. */
export function NodePane({ node, state }: Chosen) {
  const { projectId, run, choose, chosen } = useRun();
  const t = useTranslations();
  const template = node.kind === "template" ? run.templates.find(({ id }) => id === node.template_id) : undefined;
  return (
    <section
      aria-label={node.name || node.key}
      className="flex min-h-0 min-w-0 flex-1 flex-col border-border bg-background max-lg:basis-3/5 max-lg:border-t lg:max-w-2xl lg:basis-1/2 lg:border-l"
    >
      <header className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <NodeIcon node={node} template={template} />
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm">{node.name || node.key}</h2>
        <NodeDuration state={state} className="text-xs" />
        <NodeStatusText status={shownStatus(state, node.kind)} reason={state.task?.reason} className="text-xs" />
        <IconButton label={t("common.close")} onClick={() => choose(null)}>
          <X />
        </IconButton>
      </header>
      <div className="flex flex-col gap-2 px-3 pb-2 text-sm empty:hidden">
        <div className="flex items-center gap-2 text-muted-foreground text-xs">
          {template?.name ? (
            <Link
              href={templateHref(projectId, template.id)}
              prefetch={false}
              className="flex min-w-0 flex-1 gap-2 rounded-sm hover:underline"
            >
              <NodeDetail node={node} template={template} />
            </Link>
          ) : (
            <NodeDetail node={node} template={template} />
          )}
          {state.tries > 1 && <span>{t("workflow.run.tries", { count: state.tries })}</span>}
        </div>
        <Facts {...{ node, state }} />
        <MatrixHint {...{ node, state, template }} />
      </div>
      {node.kind === "template" && node.matrix ? (
        <Matrix key={node.key} state={state} chosenItem={chosen.item} />
      ) : (
        state.task && <Tries key={node.key} nodeKey={node.key} item={0} tries={state.tries} task={state.task} />
      )}
    </section>
  );
}

function Facts({ node, state }: Chosen) {
  const { projectId, taskId, run, refetch } = useRun();
  const reasonText = useReasonText(run.graph);
  // Otherwise the decision says it, and whose it was.
  const reason = state.decided_by === null || state.reason?.code === "kept" ? reasonText(state) : null;
  const decidersText = useDecidersText();
  const isApproval = node.kind === "approval";
  const text = questionOf(node, state);
  return (
    <>
      {reason && <Line>{reason}</Line>}
      {isApproval && text && <Line>{text}</Line>}
      {isApproval && state.status === "waiting" && <p className="text-amber-text">{decidersText(node, state)}</p>}
      {state.until && (
        <p className="text-muted-foreground text-xs">
          <NodeUntil state={state} onDeadline={isApproval ? node.on_deadline : undefined} />
        </p>
      )}
      {state.may_decide && (
        <Decide
          key={node.key}
          place={{ projectId, taskId, nodeKey: node.key }}
          name={node.name || node.key}
          onDecided={refetch}
        />
      )}
      <Decision state={state} />
      <MarkButtons state={state} />
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>;

/** The items of a matrix, and below them the log of the chosen one. */
function Matrix({ state, chosenItem }: { state: NodeState; chosenItem: number | null }) {
  const { projectId, taskId, choose } = useRun();
  const items = useItems({ projectId, taskId, state });
  const item = chosenItem === null ? undefined : items.at(chosenItem);
  return (
    <>
      <ItemGrid items={items} chosen={chosenItem} onChoose={(number) => choose(state.key, number)} />
      {item?.task && (
        <Tries key={item.number} nodeKey={state.key} item={item.number} tries={item.tries} task={item.task} />
      )}
    </>
  );
}
