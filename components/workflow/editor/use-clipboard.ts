import { type RefObject, useEffect } from "react";
import { useProblemWords } from "@/components/problem/use-error-words";
import { toast } from "@/components/ui/toast";
import type { EditorAction, Selection } from "@/components/workflow/editor/model/editor-state";
import { partOf } from "@/components/workflow/editor/model/graph-edits";
import { pasted } from "@/components/workflow/editor/model/pasted";
import { isInGraph, isText, selectionAt } from "@/components/workflow/editor/use-editor-keys";
import { graphToText } from "@/lib/workflow/rules/text";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Copied = {
  graph: WorkflowGraph;
  selection: Selection;
  templates: ReadonlyMap<number, { name: string }>;
};

/** Copies the selected nodes as YAML, so that they can be pasted into another workflow or a file as well. */
export function useClipboard(
  root: RefObject<HTMLElement | null>,
  { graph, selection, templates }: Copied,
  dispatch: (action: EditorAction) => void,
): void {
  const words = useProblemWords();

  function copy(event: ClipboardEvent) {
    const focused = document.activeElement;
    if (!focused || !root.current?.contains(focused) || !isInGraph(focused)) return;
    const chosen = selectionAt(focused, selection);
    if (chosen.nodes.length === 0) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", graphToText(partOf(graph, chosen.nodes), templates));
    if (event.type === "cut") dispatch({ type: "remove", selection: chosen });
  }

  function paste(event: ClipboardEvent) {
    const focused = document.activeElement;
    if (!focused || !root.current?.contains(focused) || isText(focused)) return;
    const found = pasted(event.clipboardData?.getData("text/plain") ?? "", templates);
    if (!found) return;
    event.preventDefault();
    if ("problem" in found) toast.error(words(found.problem));
    else dispatch({ type: "paste", part: found.part });
  }

  // Browsers dispatch these events at what is selected as text, not at what has the focus.
  useEffect(() => {
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", paste);
    };
  });
}
