import type { NodeProps } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { FormSwitch, useGraphForm } from "@/components/workflow/graph/form-switch";
import { GraphList, GraphRow } from "@/components/workflow/graph/graph-list";
import { NodeCard } from "@/components/workflow/graph/node-card";
import { Handles, StillFlow, type StillNode } from "@/components/workflow/graph/still-flow";
import type { WorkflowGraph } from "@/lib/workflow/schema";

const TemplateNode = memo(function TemplateNode({ data: { node, template } }: NodeProps<StillNode>) {
  return (
    <>
      <NodeCard {...{ node, template }}>
        {node.kind === "approval" && <p className="line-clamp-5 whitespace-pre-line text-xs">{node.text}</p>}
      </NodeCard>
      <Handles />
    </>
  );
});

const NODE_TYPES = { still: TemplateNode };

type TemplateGraphProps = {
  graph: WorkflowGraph;
  /** The project's templates. */
  templates: readonly { id: number; name: string; app: string }[];
};

/** What a workflow does, for everybody who sees its template. */
export function TemplateGraph({ graph, templates }: TemplateGraphProps) {
  const t = useTranslations();
  const [form, setForm] = useGraphForm();
  return (
    <section
      aria-label={t("app.titles.workflow")}
      className="flex flex-col overflow-hidden rounded-lg border border-border bg-card"
    >
      <div className="flex border-border border-b px-2 py-1">
        <FormSwitch form={form} onForm={setForm} />
      </div>
      {form === "graph" ? (
        <div className="h-78">
          <StillFlow inPage {...{ graph, templates }} nodeTypes={NODE_TYPES} />
        </div>
      ) : (
        <GraphList
          label={t("workflow.resume.nodes")}
          graph={graph}
          row={(node) => (
            <GraphRow
              {...{ graph, node }}
              template={node.kind === "template" ? templates.find(({ id }) => id === node.template_id) : undefined}
            />
          )}
        />
      )}
    </section>
  );
}
