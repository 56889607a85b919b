import { Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { OutlineNode } from "@/components/workflow/editor/outline/outline-node";
import { orderOf } from "@/components/workflow/graph/order";

/** The graph as a list, first nodes first: everything that the drawing can do, by keyboard and on a phone. */
export function Outline() {
  const t = useTranslations("workflow.editor");
  const { graph } = useWorkflowEditor();
  const order = orderOf(graph);
  if (order.length === 0) return <EmptyState icon={<Workflow />} text={t("empty")} />;
  return (
    <ol aria-label={t("outline")} onKeyDown={moveFocus} className="divide-y divide-border">
      {order.map((key) => {
        const node = graph.nodes.find((one) => one.key === key);
        return node && <OutlineNode key={key} node={node} />;
      })}
    </ol>
  );
}

/** Arrow keys go from node to node. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = event.target instanceof HTMLElement ? rows.indexOf(event.target) : -1;
  if (step === 0 || at < 0) return;
  event.preventDefault();
  rows[at + step]?.focus();
}
