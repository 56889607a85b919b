import { useTranslations } from "next-intl";
import { useId } from "react";
import { Textarea } from "@/components/ui/textarea";
import { useProblemWords, useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { type DraftOf, useDraft } from "@/components/workflow/editor/panel/use-draft";
import { graphFromText, graphToText } from "@/lib/workflow/rules/text";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** The graph as YAML. What can be read takes effect at once; otherwise it says what is wrong where. */
export function TextEditor() {
  const t = useTranslations("workflow.editor");
  const { graph, templates, dispatch } = useWorkflowEditor();
  const id = useId();
  const words = useProblemWords();
  const of: DraftOf<WorkflowGraph> = {
    write: (value) => graphToText(value, templates),
    read: (text) => {
      const result = graphFromText(text, templates);
      return result.ok ? { value: result.graph } : null;
    },
  };
  const { props } = useDraft(graph, (value) => dispatch({ type: "replace", graph: value, step: "text" }), of);
  const read = graphFromText(props.value, templates);
  return (
    <>
      <Textarea
        {...props}
        aria-label={t("text")}
        aria-invalid={!read.ok || undefined}
        aria-describedby={read.ok ? undefined : id}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        className="h-140 max-h-none resize-y rounded-none border-0 bg-transparent px-4 py-3 font-mono text-xs leading-5 focus-visible:ring-0 dark:bg-transparent"
      />
      {!read.ok && (
        <ul id={id} role="alert" className="border-border border-t px-4 py-2 text-error-text text-sm">
          {read.problems.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.key}`}>
              {t("line", { line: problem.line, column: problem.column })} {words(problem)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
