import { ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Canvas } from "@/components/workflow/editor/canvas/canvas";
import { Palette } from "@/components/workflow/editor/canvas/palette";
import { FIT } from "@/components/workflow/editor/canvas/use-fit-to-screen";
import { EditorProvider, knownIn, type WorkflowResources } from "@/components/workflow/editor/editor-context";
import { focusField, focusNode } from "@/components/workflow/editor/focus";
import { type LiveProblem, liveProblems } from "@/components/workflow/editor/model/live-problems";
import { type NodeKind, newNode, placeFor } from "@/components/workflow/editor/model/new-node";
import { Outline } from "@/components/workflow/editor/outline/outline";
import { SidePanel } from "@/components/workflow/editor/panel/side-panel";
import { ProblemList } from "@/components/workflow/editor/problem-list";
import { useSides } from "@/components/workflow/editor/sides/use-sides";
import { TextEditor, type TypedText } from "@/components/workflow/editor/text-editor";
import { Toolbar } from "@/components/workflow/editor/toolbar";
import { useClipboard } from "@/components/workflow/editor/use-clipboard";
import { useEditor } from "@/components/workflow/editor/use-editor";
import { useEditorKeys } from "@/components/workflow/editor/use-editor-keys";
import { useFullScreen } from "@/components/workflow/editor/use-full-screen";
import type { SurveyVar } from "@/lib/template/schema";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type GraphEditorProps = {
  value: WorkflowGraph;
  onChange: (graph: WorkflowGraph) => void;
  /** Whether there is text that can't be read, which saving would lose. */
  unreadable: boolean;
  onUnreadable: (unreadable: boolean) => void;
  resources: WorkflowResources;
  /** The workflow's own survey. */
  inputs: readonly SurveyVar[];
};

const VIEWS = ["graph", "outline", "text"] as const;
type View = (typeof VIEWS)[number];

/** A phone has no room for a drawing. */
const firstView = (): View => (window.matchMedia("(width < 48rem)").matches ? "outline" : "graph");

/** Edits a graph as a drawing, as an outline or as text: three views of the same. */
export const GraphEditor = (props: GraphEditorProps) => (
  <ReactFlowProvider>
    <Views {...props} />
  </ReactFlowProvider>
);

/** What to select for a problem; the outline shows an edge with the node that it leads from. */
function placeOf({ node, edge }: LiveProblem, { edges }: WorkflowGraph, inOutline: boolean) {
  const from = inOutline && edge !== null ? edges[edge]?.from : undefined;
  const key = node ?? from;
  if (key !== undefined) return { nodes: [key], edges: [] };
  return edge === null ? null : { nodes: [], edges: [edge] };
}

function Views({ value, onChange, unreadable, onUnreadable, resources, inputs }: GraphEditorProps) {
  const t = useTranslations("workflow");
  const [view, setView] = useState(firstView);
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedText | null>(null);
  const { state, dispatch, said } = useEditor(root, value, (graph) => {
    onChange(graph);
    onUnreadable(false);
  });
  const { fitView } = useReactFlow();
  const { graph, selection } = state;
  const known = useMemo(() => knownIn(resources), [resources]);
  const { templates } = known;
  const settled = useDeferredValue(graph);
  const problems = useMemo(() => liveProblems(settled, known, inputs), [settled, known, inputs]);
  const onKeyDown = useEditorKeys(state, dispatch);
  const { full, ...fullScreen } = useFullScreen(root);
  const { onKeyDown: onSideKey, ...sides } = useSides();
  useClipboard(root, { graph, selection, templates }, dispatch);

  function add(kind: NodeKind, position?: { x: number; y: number }) {
    const before = graph.nodes.find(({ key }) => selection.nodes.length === 1 && key === selection.nodes[0]);
    const after = before && !isFinalNode(before) && !position ? before.key : undefined;
    const name = kind.kind === "template" ? kind.name : t(kind.kind === "wait" ? "editor.wait" : "kinds.approval");
    const node = newNode(graph, kind, name, position ?? placeFor(graph, after));
    dispatch({ type: "add", node, after });
    focusNode(root, node.key, () => void fitView(FIT));
  }

  function type(changed: TypedText, readable: boolean) {
    setTyped(changed);
    onUnreadable(!readable);
    if (readable) dispatch({ type: "replace", graph: changed.graph, step: "text" });
  }

  function jump(problem: LiveProblem) {
    if (view === "text") setView("graph");
    const place = placeOf(problem, graph, view === "outline");
    if (view !== "outline" && !sides.isOpen("panel")) sides.toggle("panel");
    if (place) dispatch({ type: "select", selection: place });
    focusField(root, problem.field, problem.edge);
  }

  return (
    <EditorProvider value={{ graph, selection, dispatch, add, resources, templates, inputs, problems, sides }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what its buttons do */}
      <div
        ref={root}
        onKeyDown={(event) => {
          onKeyDown(event);
          fullScreen.onKeyDown(event);
          onSideKey(event);
        }}
        className={cn(
          "flex flex-col overflow-hidden bg-card",
          full ? "fixed inset-0 z-40" : "rounded-lg border border-input",
        )}
      >
        <EditorTabs
          {...{ view, full }}
          onView={setView}
          tools={
            <Toolbar
              canUndo={state.undo.length > 0}
              canRedo={state.redo.length > 0}
              full={full}
              onFull={fullScreen.toggle}
            />
          }
          text={<TextEditor typed={typed} onType={type} full={full} />}
        />
        {!unreadable && <ProblemList onJump={jump} />}
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
      </div>
    </EditorProvider>
  );
}

type EditorTabsProps = {
  view: View;
  onView: (view: View) => void;
  full: boolean;
  tools: ReactNode;
  text: ReactNode;
};

function EditorTabs({ view, onView, full, tools, text }: EditorTabsProps) {
  return (
    <Tabs
      value={view}
      onValueChange={(picked) => onView(VIEWS.find((one) => one === picked) ?? view)}
      className="min-h-0 flex-1 gap-0"
    >
      <div className="flex flex-wrap items-center border-border border-b pr-1.5">
        <ViewTabs />
        {tools}
      </div>
      <TabsContent value="graph" className={cn("relative flex", full ? "min-h-0 flex-1" : "h-140")}>
        <Palette />
        <Canvas full={full} />
        <SidePanel />
      </TabsContent>
      <TabsContent value="outline" className={cn(full && "min-h-0 flex-1 overflow-y-auto")}>
        <Outline />
      </TabsContent>
      <TabsContent value="text" className={cn(full && "flex min-h-0 flex-1 flex-col")}>
        {text}
      </TabsContent>
    </Tabs>
  );
}

function ViewTabs() {
  const t = useTranslations("workflow");
  return (
    <TabsList className="border-b-0 px-1.5">
      {VIEWS.map((one) => (
        <TabsTrigger key={one} value={one} className="mb-0">
          {t(one === "graph" ? "run.graph" : `editor.${one}`)}
        </TabsTrigger>
      ))}
    </TabsList>
  );
}
