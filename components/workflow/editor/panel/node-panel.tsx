import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/input";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { ApprovalFields } from "@/components/workflow/editor/panel/approval-fields";
import { KeyInput } from "@/components/workflow/editor/panel/draft-input";
import { JoinField, NextNodes } from "@/components/workflow/editor/panel/next-nodes";
import { PanelField, PlaceProvider } from "@/components/workflow/editor/panel/panel-field";
import { TemplateFields } from "@/components/workflow/editor/panel/template-fields";
import { WaitFields } from "@/components/workflow/editor/panel/wait-fields";
import { NodeKey, type WorkflowNode } from "@/lib/workflow/schema";

/** Everything about a node, with the edges that leave it. */
export function NodePanel({ node }: { node: WorkflowNode }) {
  const { dispatch } = useWorkflowEditor();
  const change = (changed: WorkflowNode, field: string) => dispatch({ type: "change", node: changed, field });
  return (
    <PlaceProvider value={{ node: node.key, edge: null }}>
      <div className="flex flex-col gap-3">
        <Basics node={node} onChange={change} />
        {node.kind === "template" && <TemplateFields node={node} onChange={change} />}
        {node.kind === "approval" && <ApprovalFields node={node} onChange={change} />}
        {node.kind === "wait" && <WaitFields node={node} onChange={change} />}
        <JoinField node={node} onChange={change} />
        <NextNodes node={node} />
      </div>
    </PlaceProvider>
  );
}

type BasicsProps = { node: WorkflowNode; onChange: (node: WorkflowNode, field: string) => void };

function Basics({ node, onChange }: BasicsProps) {
  const t = useTranslations();
  const { graph, dispatch } = useWorkflowEditor();
  const isFree = (key: string) =>
    NodeKey.safeParse(key).success && graph.nodes.every((other) => other === node || other.key !== key);
  return (
    <>
      <PanelField path="name" label={t("form.name")}>
        {(control) => (
          <Input
            {...control}
            value={node.name}
            onChange={(event) => onChange({ ...node, name: event.target.value }, "name")}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </PanelField>
      <PanelField path="key" label={t("workflow.editor.key")} help={t("workflow.editor.keyHelp")}>
        {(control) => (
          <KeyInput
            key={node.key}
            control={control}
            value={node.key}
            allows={isFree}
            onKeep={(to) => dispatch({ type: "rename", key: node.key, to })}
          />
        )}
      </PanelField>
    </>
  );
}
