import { createContext, useContext } from "react";
import type { EditorAction, Selection } from "@/components/workflow/editor/model/editor-state";
import type { LiveProblem } from "@/components/workflow/editor/model/live-problems";
import type { NodeKind } from "@/components/workflow/editor/model/new-node";
import type { Sides } from "@/components/workflow/editor/sides/use-sides";
import type { KnownResources, KnownTemplate } from "@/lib/template/rules/graph-problems";
import type { SurveyVar } from "@/lib/template/schema";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Named = { id: number; name: string };

/** What the nodes of a workflow may refer to. */
export type WorkflowResources = {
  templates: readonly KnownTemplate[];
  inventories: readonly (Named & { type: string })[];
  environments: readonly Named[];
  members: readonly Named[];
};

const idsIn = (list: readonly Named[]) => new Set(list.map(({ id }) => id));

/** The resources by id, for the rules of lib/template. */
export const knownIn = ({ templates, inventories, environments, members }: WorkflowResources): KnownResources => ({
  templates: new Map(templates.map((one) => [one.id, one])),
  inventories: new Map(inventories.map(({ id, type }) => [id, type])),
  environments: idsIn(environments),
  members: idsIn(members),
});

type Editor = {
  graph: WorkflowGraph;
  selection: Selection;
  dispatch: (action: EditorAction) => void;
  /** Adds a node, behind the selected one if that is the only one. */
  add: (kind: NodeKind, position?: { x: number; y: number }) => void;
  resources: WorkflowResources;
  templates: ReadonlyMap<number, KnownTemplate>;
  /** The workflow's own survey. */
  inputs: readonly SurveyVar[];
  problems: readonly LiveProblem[];
  /** The lists beside the drawing. */
  sides: Sides;
};

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useWorkflowEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("only inside a workflow's editor");
  return editor;
}
