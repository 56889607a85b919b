import { useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { type Foreseen, type PreviewState, withoutTemplate } from "@/components/workflow/preview/use-preview";
import { useReasonText } from "@/components/workflow/run/use-node-texts";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Shown = Pick<PreviewState, "toggle" | "templates"> & {
  graph: WorkflowGraph;
  nodes: ReadonlyMap<string, Foreseen>;
};

const PreviewContext = createContext<Shown | null>(null);
export const PreviewProvider = PreviewContext.Provider;

/** What is foreseen of a node, and in words. */
export function useForeseen(key: string) {
  const shown = useContext(PreviewContext);
  if (!shown) throw new Error("only inside a preview");
  const { graph, nodes, templates, toggle } = shown;
  const t = useTranslations("workflow");
  const reasonText = useReasonText(graph);
  const foreseen = nodes.get(key);
  const { status = "skipped", reason = null } = foreseen ?? {};
  const text = () => {
    if (status === "skipped") return reasonText(foreseen) ?? t("nodes.skipped");
    if (status === "failed")
      return t(withoutTemplate(graph, templates).includes(key) ? "reasons.template_missing" : "preview.fails");
    return reason?.code === "condition" ? t("preview.maybe", { condition: reason.condition }) : t("preview.runs");
  };
  return { graph, status, text: text(), toggle: () => toggle(key) };
}

type Outcome = Pick<ReturnType<typeof useForeseen>, "status" | "text">;

export function OutcomeText({ status, text }: Outcome) {
  const color = { success: "", failed: "font-medium text-error-text", skipped: "text-muted-foreground" }[status];
  return (
    <span className={`line-clamp-2 wrap-anywhere text-xs leading-3.5 ${color}`} title={text}>
      {text}
    </span>
  );
}
