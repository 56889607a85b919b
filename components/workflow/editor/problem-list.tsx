import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useProblemWords } from "@/components/problem/use-error-words";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import type { LiveProblem } from "@/components/workflow/editor/model/live-problems";
import { nameOf } from "@/components/workflow/graph/order";

/** What would keep the workflow from running; each leads to its place. */
export function ProblemList({ onJump }: { onJump: (problem: LiveProblem) => void }) {
  const t = useTranslations("workflow.editor");
  const { graph, problems } = useWorkflowEditor();
  const words = useProblemWords();

  function placeOf({ node, edge }: LiveProblem): string {
    if (node !== null) return nameOf(graph, node);
    const ends = edge === null ? undefined : graph.edges[edge];
    return ends ? `${nameOf(graph, ends.from)} → ${nameOf(graph, ends.to)}` : "";
  }

  if (graph.nodes.length === 0) return null;
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-2 border-border border-t px-3 py-2 text-muted-foreground text-xs">
        <CircleCheck aria-hidden="true" className="size-4 text-success" />
        {t("noProblems")}
      </p>
    );
  }
  return (
    <section aria-label={t("problems", { count: problems.length })} className="border-border border-t">
      <h3 className="px-3 pt-2 font-medium text-error-text text-xs">{t("problems", { count: problems.length })}</h3>
      <ul className="max-h-36 overflow-y-auto p-1.5">
        {problems.map((problem) => (
          <li key={`${problem.node} ${problem.edge} ${problem.field} ${problem.key}`}>
            <button
              type="button"
              onClick={() => onJump(problem)}
              className="flex w-full items-baseline gap-2 rounded-md px-1.5 py-1 text-left text-sm hover:bg-accent"
            >
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 self-center text-error-text" />
              <span className="shrink-0 font-medium">{placeOf(problem)}</span>
              <span className="min-w-0 text-muted-foreground [overflow-wrap:anywhere]">{words(problem)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
