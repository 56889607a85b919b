import { useTranslations } from "next-intl";
import type { Option } from "@/components/form/choice/option";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { SearchSelect } from "@/components/form/choice/search-select";
import type { ControlProps } from "@/components/form/field/field";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { CodeInput, DraftInput, DraftTextarea } from "@/components/workflow/editor/panel/draft-input";
import { ITEMS, type Json, TEXT, WHOLE_NUMBER } from "@/components/workflow/editor/panel/drafts";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";
import { surveyKind } from "@/lib/template/rules";
import type { WorkflowValue } from "@/lib/workflow/schema";

/** What a constant is: a text, a number, yes or no, a list, or one of the options. */
export type ConstantKind = "text" | "number" | "flag" | "list" | Option[];

type Mode = "unset" | "value" | "expression" | "secret";

type ValueFieldProps = {
  path: string;
  label: string;
  kind: ConstantKind;
  /** In the order of the list; without `unset` the field always has a value. */
  modes: readonly Mode[];
  value: WorkflowValue | undefined;
  onChange: (value: WorkflowValue | undefined) => void;
};

/** A value that a node gives its task. */
export function ValueField({ path, label, kind, modes, value, onChange }: ValueFieldProps) {
  const t = useTranslations("workflow.editor");
  const mode = modeOf(value);
  const modePicker = (
    <ModePicker
      label={label}
      modes={modes.includes(mode) ? modes : [...modes, mode]}
      mode={mode}
      onPick={(picked) => onChange(startOf(picked, kind))}
    />
  );
  return (
    <PanelField path={path} label={label} end={modePicker} help={kind === "list" && mode === "value" && t("itemsHelp")}>
      {value && ((control) => <ValueControl control={control} kind={kind} value={value} onChange={onChange} />)}
    </PanelField>
  );
}

function modeOf(value: WorkflowValue | undefined): Mode {
  if (value === undefined) return "unset";
  return "value" in value ? "value" : "expression" in value ? "expression" : "secret";
}

function startOf(mode: Mode, kind: ConstantKind): WorkflowValue | undefined {
  if (mode === "unset") return undefined;
  if (mode !== "value") return mode === "secret" ? { secret: "" } : { expression: "" };
  return { value: kind === "flag" ? true : kind === "list" ? [] : "" };
}

type ModePickerProps = { label: string; modes: readonly Mode[]; mode: Mode; onPick: (mode: Mode) => void };

function ModePicker({ label, modes, mode, onPick }: ModePickerProps) {
  const t = useTranslations("workflow.editor.modes");
  return (
    // The names are those of the options.
    <select
      aria-label={`${label}: ${t("label")}`}
      value={mode}
      onChange={(event) => onPick(modes.find((one) => one === event.target.value) ?? mode)}
      className="h-6 shrink-0 rounded-sm bg-transparent text-muted-foreground text-xs hover:text-foreground"
    >
      {modes.map((one) => (
        <option key={one} value={one}>
          {t(one)}
        </option>
      ))}
    </select>
  );
}

type ValueControlProps = {
  control: ControlProps;
  kind: ConstantKind;
  value: WorkflowValue;
  onChange: (value: WorkflowValue) => void;
};

function ValueControl({ control, kind, value, onChange }: ValueControlProps) {
  const { inputs } = useWorkflowEditor();
  const secrets = inputs.filter(({ type }) => surveyKind(type) === "secret");
  if ("expression" in value) {
    const set = (expression: string) => onChange({ expression });
    return <CodeInput control={control} value={value.expression} onChange={set} placeholder="inputs.version" />;
  }
  if ("secret" in value) {
    return (
      <CodeInput
        control={control}
        value={value.secret}
        onChange={(secret) => onChange({ secret })}
        placeholder="nodes.build.outputs.token"
        suggestions={secrets.map(({ name }) => `inputs.${name}`)}
      />
    );
  }
  const set = (constant: Json) => onChange({ value: constant });
  return <Constant control={control} kind={kind} value={value.value} onChange={set} />;
}

type ConstantProps = { control: ControlProps; kind: ConstantKind; value: Json; onChange: (value: Json) => void };

function Constant({ control, kind, value, onChange }: ConstantProps) {
  const t = useTranslations();
  if (kind === "text") return <DraftInput control={control} value={value} onChange={onChange} of={TEXT} />;
  if (kind === "list") return <DraftTextarea control={control} value={value} onChange={onChange} of={ITEMS} />;
  if (kind === "number") {
    return <DraftInput control={control} value={value} onChange={onChange} of={WHOLE_NUMBER} inputMode="numeric" />;
  }
  const options = kind === "flag" ? flags(t("common.yes"), t("common.no")) : kind;
  const constantOf = ({ value: picked }: Option): Json => (kind === "flag" ? picked === "yes" : picked);
  const Picker = options.length > 8 ? SearchSelect : PlainSelect;
  return (
    <Picker
      control={control}
      options={options}
      chosen={options.find((option) => constantOf(option) === value)}
      onPick={(option) => onChange(constantOf(option))}
      placeholder={t("form.choose")}
    />
  );
}

const flags = (yes: string, no: string): Option[] => [
  { value: "yes", label: yes },
  { value: "no", label: no },
];
