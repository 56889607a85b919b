import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { SearchSelect } from "@/components/form/choice/search-select";
import { Button } from "@/components/ui/button";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { mayConnect } from "@/components/workflow/editor/model/graph-edits";
import { EdgeEndSelect } from "@/components/workflow/editor/panel/edge-end-select";
import { EdgeFields } from "@/components/workflow/editor/panel/edge-fields";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";
import { nameOf } from "@/components/workflow/graph/order";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge, WorkflowNode } from "@/lib/workflow/schema";

/** The edges that leave a node, and a form to add one. */
export function NextNodes({ node }: { node: WorkflowNode }) {
  const t = useTranslations("workflow.editor");
  const { graph } = useWorkflowEditor();
  if (isFinalNode(node)) return null;
  const indexes = graph.edges.flatMap(({ from }, index) => (from === node.key ? [index] : []));
  return (
    <section aria-label={t("next")} className="flex flex-col gap-3 border-border border-t pt-3">
      <h3 className="font-medium text-sm">{t("next")}</h3>
      {indexes.map((index) => (
        <EdgeFields key={index} index={index} />
      ))}
      <Connect from={node.key} />
    </section>
  );
}

function Connect({ from }: { from: string }) {
  const t = useTranslations();
  const { graph, dispatch } = useWorkflowEditor();
  const [to, setTo] = useState<string | null>(null);
  const [on, setOn] = useState<WorkflowEdge["on"]>("success");
  const options = graph.nodes
    .filter(({ key }) => mayConnect(graph, from, key, on))
    .map(({ key }) => ({ value: key, label: nameOf(graph, key), hint: key }));
  const chosen = options.find(({ value }) => value === to);

  function connect() {
    if (!chosen) return;
    dispatch({ type: "connect", from, to: chosen.value, on });
    setTo(null);
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-32 flex-1">
        <PanelField path="next" label={t("workflow.editor.connectTo")}>
          {(control) => (
            <SearchSelect
              control={control}
              options={options}
              chosen={chosen}
              onPick={({ value }) => setTo(String(value))}
              placeholder={t("form.choose")}
            />
          )}
        </PanelField>
      </div>
      <EdgeEndSelect value={on} onChange={setOn} />
      <Button aria-disabled={!chosen} onClick={connect}>
        {t("workflow.editor.connect")}
      </Button>
    </div>
  );
}

const JOINS = ["all", "any"] as const;

type JoinFieldProps = { node: WorkflowNode; onChange: (node: WorkflowNode, field: string) => void };

/** Only a node with several incoming edges has a choice. */
export function JoinField({ node, onChange }: JoinFieldProps) {
  const t = useTranslations("workflow.editor");
  const { graph } = useWorkflowEditor();
  if (graph.edges.filter(({ to }) => to === node.key).length < 2) return null;
  const options = JOINS.map((value) => ({ value, label: t(`joins.${value}`) }));
  return (
    <PanelField path="join" label={t("join")}>
      {(control) => (
        <PlainSelect
          control={control}
          options={options}
          chosen={options.find(({ value }) => value === node.join)}
          onPick={({ value }) => onChange({ ...node, join: value === "any" ? "any" : "all" }, "join")}
          placeholder=""
        />
      )}
    </PanelField>
  );
}
