import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { goTo, useEditorView } from "@/components/form/code/editor/use-editor-view";
import type { Language, Marks, Names, ShownProblem } from "@/components/form/code/language/language";
import { type CodeInputProps, frameClasses } from "@/components/form/code/plain-code";
import { cn } from "@/components/ui/cn";

type CodeEditorProps = CodeInputProps & {
  language: Language;
  labelId: string;
  readOnly: boolean;
  /** The cursor's place if the editor takes over the focus. */
  startsAt: number | null;
  marks: Marks | undefined;
  names: Names | undefined;
};

/** CodeMirror as a form control. */
export function CodeEditor({ height, control, labelId, ...props }: CodeEditorProps) {
  const t = useTranslations("form.code");
  const host = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<ShownProblem[]>([]);
  const notesId = `${control.id}-notes`;
  const view = useEditorView(host, {
    ...props,
    onProblems: setProblems,
    attributes: {
      id: control.id,
      "aria-labelledby": labelId,
      "aria-describedby": [control["aria-describedby"], notesId].filter(Boolean).join(" "),
      ...(control["aria-invalid"] && { "aria-invalid": "true" }),
      ...(control["aria-required"] && { "aria-required": "true" }),
    },
  });
  return (
    <div className="group">
      <div ref={host} className={cn(frameClasses, "min-h-24 resize-y")} style={{ height }} />
      <div id={notesId} className="mt-1 flex min-h-4 flex-wrap justify-between gap-x-3 text-xs">
        <ProblemLink problem={problems[0]} onClick={(position) => goTo(view.current, position)} />
        <span className="text-muted-foreground opacity-0 group-focus-within:opacity-100">{t("leave")}</span>
      </div>
    </div>
  );
}

type ProblemLinkProps = { problem: ShownProblem | undefined; onClick: (position: number) => void };

function ProblemLink({ problem, onClick }: ProblemLinkProps) {
  const t = useTranslations("form.code");
  if (!problem) return <span />;
  return (
    <button
      type="button"
      onClick={() => onClick(problem.from)}
      className={cn(
        "text-left underline-offset-2 hover:underline",
        problem.severity === "error" ? "text-error-text" : "text-amber-text",
      )}
    >
      {t("line", { line: problem.line, problem: problem.message })}
    </button>
  );
}
