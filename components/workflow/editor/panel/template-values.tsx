import { useTranslations } from "next-intl";
import { useId } from "react";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { useTaskFieldName } from "@/components/template/task-field-name";
import { Label } from "@/components/ui/label";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { type ConstantKind, ValueField } from "@/components/workflow/editor/panel/value-field";
import { fitsApp } from "@/lib/inventory/rules";
import { plansFirst } from "@/lib/protocol/app";
import { ownValue } from "@/lib/protocol/json-object";
import { type SurveyVar, surveyKind } from "@/lib/template/rules";
import type { KnownTemplate } from "@/lib/template/rules/graph-problems";
import { launchFieldsOf } from "@/lib/template/rules/launch";
import { NODE_OPTIONS, type NodeOption, type TemplateNode, type WorkflowValue } from "@/lib/workflow/schema";

type ValuesProps = {
  node: TemplateNode;
  template: KnownTemplate;
  onChange: (node: TemplateNode, field: string) => void;
};

/** What the node answers to the template's survey. */
export function Answers({ node, template, onChange }: ValuesProps) {
  const known = template.survey_vars ?? [];
  const others = Object.keys(node.answers).filter((name) => !known.some((variable) => variable.name === name));

  function set(name: string, value: WorkflowValue | undefined) {
    const { [name]: _, ...rest } = node.answers;
    onChange({ ...node, answers: value ? { ...rest, [name]: value } : rest }, `answers.${name}`);
  }

  return (
    <>
      {known.map((variable) => (
        <ValueField
          key={variable.name}
          path={`answers.${variable.name}`}
          label={variable.title || variable.name}
          kind={kindOfVariable(variable)}
          modes={surveyKind(variable.type) === "secret" ? ["unset", "secret"] : ["unset", "value", "expression"]}
          value={ownValue(node.answers, variable.name)}
          onChange={(value) => set(variable.name, value)}
        />
      ))}
      {others.map((name) => (
        <ValueField
          key={name}
          path={`answers.${name}`}
          label={name}
          kind="text"
          modes={["unset", "value", "expression"]}
          value={ownValue(node.answers, name)}
          onChange={(value) => set(name, value)}
        />
      ))}
    </>
  );
}

function kindOfVariable({ type, values }: SurveyVar): ConstantKind {
  const kind = surveyKind(type);
  if (kind === "enum") return (values ?? []).map(({ name, value }) => ({ value, label: name }));
  return kind === "int" ? "number" : "text";
}

/** Further fields of the task, of which most are left to the template. */
export function Options({ node, template, onChange }: ValuesProps) {
  const t = useTranslations("workflow.editor");
  const id = useId();
  const nameOf = useTaskFieldName();
  const kindOf = useOptionKind(template.app);
  const set = NODE_OPTIONS.filter((option) => node.options[option] !== undefined);
  const further = optionsOf(template).filter((option) => !set.includes(option));

  function change(option: NodeOption, value: WorkflowValue | undefined) {
    const { [option]: _, ...rest } = node.options;
    onChange({ ...node, options: value ? { ...rest, [option]: value } : rest }, `options.${option}`);
  }

  return (
    <>
      {set.map((option) => (
        <ValueField
          key={option}
          path={`options.${option}`}
          label={nameOf(option, template.app)}
          kind={kindOf(option)}
          modes={["unset", "value", "expression"]}
          value={node.options[option]}
          onChange={(value) => change(option, value)}
        />
      ))}
      {further.length > 0 && (
        <div>
          <Label htmlFor={id} className="sr-only">
            {t("addOption")}
          </Label>
          <PlainSelect
            control={{ id }}
            options={further.map((option) => ({ value: option, label: nameOf(option, template.app) }))}
            chosen={undefined}
            onPick={({ value }) => {
              const option = further.find((one) => one === value);
              if (option) change(option, { value: kindOf(option) === "flag" ? true : "" });
            }}
            placeholder={t("addOption")}
          />
        </div>
      )}
    </>
  );
}

function optionsOf({ app, type }: KnownTemplate): NodeOption[] {
  const fields: readonly string[] = [...launchFieldsOf({ app, type }), ...(plansFirst(app) ? ["auto_approve"] : [])];
  return NODE_OPTIONS.filter((option) => fields.includes(option));
}

const FLAGS: readonly NodeOption[] = ["dry_run", "debug", "diff", "plan", "destroy", "auto_approve"];

function useOptionKind(app: string): (option: NodeOption) => ConstantKind {
  const { resources } = useWorkflowEditor();
  const listOf = (items: readonly { id: number; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  return (option) => {
    if (option === "inventory_id") return listOf(resources.inventories.filter(({ type }) => fitsApp(type, app)));
    if (option === "environment_id") return listOf(resources.environments);
    if (option === "build_task_id") return "number";
    return FLAGS.includes(option) ? "flag" : "text";
  };
}
