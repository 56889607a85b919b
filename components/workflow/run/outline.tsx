import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { NodeIcon } from "@/components/workflow/graph/node-card";
import { nodesInOrder } from "@/components/workflow/graph/order";
import { Decision, NodeDuration, NodeProgress } from "@/components/workflow/run/node-facts";
import { useRun } from "@/components/workflow/run/run-context";
import { questionOf, shownStatus } from "@/components/workflow/run/run-state";
import { useReasonText } from "@/components/workflow/run/use-node-texts";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** The run as a list: the graph's twin for screen readers and phones. */
export function Outline() {
  const { run } = useRun();
  const t = useTranslations("workflow.resume");
  const nodes = useMemo(() => nodesInOrder(run.graph), [run.graph]);
  return (
    <ol aria-label={t("nodes")} className="min-h-0 flex-1 divide-y divide-border overflow-y-auto">
      {nodes.map((node) => (
        <OutlineRow key={node.key} node={node} />
      ))}
    </ol>
  );
}

/** The chosen node's pane takes room from the list. */
const intoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: "nearest" });

function OutlineRow({ node }: { node: WorkflowNode }) {
  const { run, states, chosen, choose } = useRun();
  const state = states.get(node.key);
  const reason = useReasonText(run.graph)(state);
  const template = node.kind === "template" ? run.templates.find(({ id }) => id === node.template_id) : undefined;
  const question = state ? questionOf(node, state) : "";
  const isChosen = chosen.key === node.key;
  return (
    <li ref={isChosen ? intoSight : undefined}>
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => choose(node.key)}
        className={cn(
          "flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 text-left text-sm hover:bg-accent focus-visible:-outline-offset-2 sm:px-4",
          isChosen && "bg-accent",
        )}
      >
        <NodeIcon node={node} template={template} />
        <span className="min-w-0 flex-1 truncate font-medium">{node.name || node.key}</span>
        {state && (
          <span className="flex items-center gap-3 text-xs max-sm:max-w-[60%] sm:w-72">
            <NodeProgress state={state} status={shownStatus(state, node.kind)} />
            <NodeDuration state={state} className="ml-auto" />
          </span>
        )}
        {question && (
          <span className="min-w-0 basis-full truncate pl-7 text-xs" title={question}>
            {question}
          </span>
        )}
        {state && <Decision state={state} className="basis-full pl-7 text-xs" />}
        {reason && <span className="wrap-anywhere basis-full pl-7 text-muted-foreground text-xs">{reason}</span>}
      </button>
    </li>
  );
}
