import { useTranslations } from "next-intl";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { keepFocus } from "@/components/workflow/editor/focus";
import {
  type EditorAction,
  type EditorState,
  editorState,
  startState,
} from "@/components/workflow/editor/model/editor-state";
import { nameOf } from "@/components/workflow/graph/order";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** The editor's state, over a graph that belongs to a form. `said`: what the last action did, for screen readers. */
export function useEditor(
  root: RefObject<HTMLElement | null>,
  value: WorkflowGraph,
  onChange: (graph: WorkflowGraph) => void,
) {
  const [state, setState] = useState(() => startState(value));
  const [said, setSaid] = useState("");
  // One event may act several times.
  const newest = useRef(state);
  const textOf = useActionText();

  // A form that takes over what is stored by now brings another graph, which has no steps to undo.
  useLayoutEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(newest.current.graph)) return;
    newest.current = startState(value);
    setState(newest.current);
  }, [value]);

  function dispatch(action: EditorAction) {
    const before = newest.current;
    const after = editorState(before, action);
    if (after === before) return;
    newest.current = after;
    setState(after);
    if (after.graph === before.graph) return;
    keepFocus(root, before.graph, after.graph);
    setSaid(textOf(action, before, after));
    onChange(after.graph);
  }

  return { state, dispatch, said };
}

function useActionText() {
  const t = useTranslations("workflow.editor.said");
  return (action: EditorAction, before: EditorState, after: EditorState): string => {
    switch (action.type) {
      case "add":
        return t("added", { name: nameOf(after.graph, action.node.key) });
      case "paste":
        return t("added", { name: after.selection.nodes.map((key) => nameOf(after.graph, key)).join(", ") });
      case "connect":
        return t("connected", { from: nameOf(after.graph, action.from), to: nameOf(after.graph, action.to) });
      case "remove":
        return t("removed", { name: removedNames(action, before) });
      case "undo":
      case "redo":
        return t(action.type);
      default:
        return "";
    }
  };
}

function removedNames({ selection }: Extract<EditorAction, { type: "remove" }>, { graph }: EditorState): string {
  const edges = selection.edges.flatMap((index) => graph.edges[index] ?? []);
  return [
    ...selection.nodes.map((key) => nameOf(graph, key)),
    ...edges.map(({ from, to }) => `${nameOf(graph, from)} → ${nameOf(graph, to)}`),
  ].join(", ");
}
