import { useTranslations } from "next-intl";
import { useId } from "react";
import { useProblemWords } from "@/components/problem/use-error-words";
import { cn } from "@/components/ui/cn";
import { Textarea } from "@/components/ui/textarea";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { graphFromText, graphToText } from "@/lib/workflow/rules/text";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** Typed text, and the graph that it stands for, or stood beside while it can't be read. */
export type TypedText = { text: string; graph: WorkflowGraph };

type TextEditorProps = {
  typed: TypedText | null;
  /** `readable`: the text is the graph now; otherwise the graph stays as it was. */
  onType: (typed: TypedText, readable: boolean) => void;
  /** It fills what it is in. */
  full: boolean;
};

/** The graph as YAML. What can be read takes effect at once; otherwise it says what is wrong where. */
export function TextEditor({ typed, onType, full }: TextEditorProps) {
  const t = useTranslations("workflow.editor");
  const { graph, templates } = useWorkflowEditor();
  const id = useId();
  const words = useProblemWords();
  // Another change, such as an undo, wins over what was typed.
  const isNewest = typed !== null && JSON.stringify(typed.graph) === JSON.stringify(graph);
  const text = isNewest ? typed.text : graphToText(graph, templates);
  const problems = isNewest ? problemsIn(text) : [];

  function problemsIn(changed: string) {
    const read = graphFromText(changed, templates);
    return read.ok ? [] : read.problems;
  }

  function change(changed: string) {
    const read = graphFromText(changed, templates);
    onType({ text: changed, graph: read.ok ? read.graph : graph }, read.ok);
  }

  return (
    <>
      <Textarea
        value={text}
        onChange={(event) => change(event.target.value)}
        aria-label={t("text")}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? id : undefined}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        className={cn(
          "max-h-none rounded-none border-0 bg-transparent px-4 py-3 font-mono text-xs leading-5 focus-visible:ring-0 dark:bg-transparent",
          full ? "min-h-0 flex-1 resize-none" : "h-140 resize-y",
        )}
      />
      {problems.length > 0 && (
        <ul id={id} role="alert" className="border-border border-t px-4 py-2 text-error-text text-sm">
          {problems.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.key}`}>
              {t("line", { line: problem.line, column: problem.column })} {words(problem)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
