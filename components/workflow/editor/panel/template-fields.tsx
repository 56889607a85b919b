import { useTranslations } from "next-intl";
import { SearchSelect } from "@/components/form/choice/search-select";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { MatrixFields } from "@/components/workflow/editor/panel/matrix-fields";
import { PanelField, PanelSwitch } from "@/components/workflow/editor/panel/panel-field";
import { RetryFields } from "@/components/workflow/editor/panel/retry-fields";
import { Answers, Options } from "@/components/workflow/editor/panel/template-values";
import type { TemplateNode } from "@/lib/workflow/schema";

type TemplateFieldsProps = { node: TemplateNode; onChange: (node: TemplateNode, field: string) => void };

/** What a node runs, with which values, and what happens after a failure. */
export function TemplateFields({ node, onChange }: TemplateFieldsProps) {
  const t = useTranslations("workflow");
  const { templates } = useWorkflowEditor();
  const template = templates.get(node.template_id);
  return (
    <>
      <TemplateField node={node} onChange={onChange} />
      {template && <Answers node={node} template={template} onChange={onChange} />}
      {template && <Options node={node} template={template} onChange={onChange} />}
      <MatrixFields node={node} onChange={onChange} />
      <RetryFields node={node} onChange={onChange} />
      <PanelSwitch
        path="continue_on_failure"
        label={t("editor.continue")}
        value={node.continue_on_failure}
        onChange={(continue_on_failure) => onChange({ ...node, continue_on_failure }, "continue_on_failure")}
      />
      <PanelSwitch
        path="final"
        label={t("editor.final")}
        help={t("editor.finalHelp")}
        value={node.final}
        onChange={(final) => onChange({ ...node, final }, "final")}
      />
    </>
  );
}

function TemplateField({ node, onChange }: TemplateFieldsProps) {
  const t = useTranslations();
  const { resources } = useWorkflowEditor();
  const options = resources.templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <PanelField path="template_id" label={t("workflow.editor.template")}>
      {(control) => (
        <SearchSelect
          control={control}
          options={options}
          chosen={options.find(({ value }) => value === node.template_id)}
          onPick={({ value }) => onChange({ ...node, template_id: Number(value) }, "template_id")}
          placeholder={t("form.choose")}
        />
      )}
    </PanelField>
  );
}
