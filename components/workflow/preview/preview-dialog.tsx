import type { NodeProps } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo, useCallback } from "react";
import { TaskPending } from "@/components/task/panel/task-pending";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { FormSwitch, useGraphForm } from "@/components/workflow/graph/form-switch";
import { GraphList, GraphRow } from "@/components/workflow/graph/graph-list";
import { NodeCard, type NodeTemplate } from "@/components/workflow/graph/node-card";
import { CardButton, Handles, StillFlow, type StillNode } from "@/components/workflow/graph/still-flow";
import { OutcomeText, PreviewProvider, useForeseen } from "@/components/workflow/preview/outcome";
import { type PreviewState, usePreview } from "@/components/workflow/preview/use-preview";
import { edgeState } from "@/components/workflow/run/run-state";
import type { Template } from "@/lib/template/schema";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

type PreviewDialogProps = {
  template: Template;
  inputs: Record<string, unknown>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Which nodes of a workflow would run, and why others would not. */
export function PreviewDialog({ template, inputs, open, onOpenChange }: PreviewDialogProps) {
  const t = useTranslations();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent width={1120} closeLabel={t("common.close")} className="h-160">
        <DialogHeader>
          <DialogTitle>{t("workflow.preview.title")}</DialogTitle>
          <DialogDescription>{t("workflow.preview.help")}</DialogDescription>
        </DialogHeader>
        {template.graph && <Preview template={template} graph={template.graph} inputs={inputs} />}
      </DialogContent>
    </Dialog>
  );
}

type PreviewProps = Pick<PreviewDialogProps, "template" | "inputs"> & { graph: WorkflowGraph };

/** Asked at every opening. */
function Preview({ template, graph, inputs }: PreviewProps) {
  const { nodes, problem, retry, ...shown } = usePreview({ template, graph, inputs });
  if (!nodes || problem !== null)
    return <TaskPending view={problem === null ? { state: "loading" } : { state: "failed", problem }} retry={retry} />;
  return <Shown {...{ graph, nodes }} {...shown} />;
}

type ShownProps = Pick<PreviewState, "templates" | "toggle"> & {
  graph: WorkflowGraph;
  nodes: NonNullable<PreviewState["nodes"]>;
};

function Shown({ graph, nodes, templates, toggle }: ShownProps) {
  const t = useTranslations("workflow");
  const [form, setForm] = useGraphForm();
  const total = graph.nodes.length;
  const done = [...nodes.values()].filter(({ status }) => status !== "skipped").length;
  const stateOf = useCallback((edge: WorkflowEdge) => edgeState(edge, { graph, states: nodes }), [graph, nodes]);
  const templateOf = (node: WorkflowNode) =>
    node.kind === "template" ? templates.find(({ id }) => id === node.template_id) : undefined;
  return (
    <PreviewProvider value={{ graph, nodes, templates, toggle }}>
      <div className="flex items-center gap-3 border-border border-y px-4 py-1.5 text-sm">
        <FormSwitch form={form} onForm={setForm} />
        <span role="status" className="text-muted-foreground tabular-nums">
          {t("run.progress", { done, total })}
        </span>
      </div>
      {form === "graph" ? (
        <div className="min-h-0 flex-1">
          <StillFlow {...{ graph, templates }} nodeTypes={NODE_TYPES} edgeState={stateOf} />
        </div>
      ) : (
        <GraphList
          label={t("resume.nodes")}
          graph={graph}
          row={(node) => <PreviewRow node={node} template={templateOf(node)} />}
        />
      )}
    </PreviewProvider>
  );
}

const PreviewNode = memo(function PreviewNode({ data: { node, template } }: NodeProps<StillNode>) {
  const { status, text, toggle } = useForeseen(node.key);
  return (
    <>
      <div className="pointer-events-auto relative">
        <NodeCard
          {...{ node, template }}
          tone={status === "failed" ? "error" : null}
          dimmed={status === "skipped"}
          detail={<OutcomeText {...{ status, text }} />}
        />
        <CardButton node={node} label={text} pressed={status === "failed"} onClick={toggle} />
      </div>
      <Handles />
    </>
  );
});

const NODE_TYPES = { still: PreviewNode };

function PreviewRow({ node, template }: { node: WorkflowNode; template: NodeTemplate }) {
  const { graph, status, text, toggle } = useForeseen(node.key);
  return (
    <button
      type="button"
      aria-pressed={status === "failed"}
      onClick={toggle}
      className="flex w-full text-left hover:bg-accent focus-visible:-outline-offset-2"
    >
      <GraphRow {...{ graph, node, template }}>
        <OutcomeText {...{ status, text }} />
      </GraphRow>
    </button>
  );
}
