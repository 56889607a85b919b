import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { KeyValueField } from "@/components/form/list/key-value-field";
import { surveyKind } from "@/lib/template/rules";
import { type SurveyVar, SurveyVarInput } from "@/lib/template/schema";

const KINDS = ["text", "int", "secret", "enum"] as const;
const TYPES = { text: "", int: "int", secret: "secret", enum: "enum" } as const;

type Values = z.input<typeof SurveyVarInput>;

const EMPTY: Values = { name: "", title: "", description: "", type: "", required: false, values: [] };

type SurveyVariableDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null creates a new one. */
  variable: SurveyVar | null;
  /** Names already in use. */
  others: string[];
  onKeep: (variable: SurveyVar) => void;
};

/** Edits one survey variable; it is saved with the template's form. */
export function SurveyVariableDialog({ open, onOpenChange, variable, others, onKeep }: SurveyVariableDialogProps) {
  const t = useTranslations();
  const schema = SurveyVarInput.refine(({ name }) => !others.includes(name), {
    path: ["name"],
    message: "surveyNamesUnique",
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(variable ? "survey.edit" : "survey.new")}
      width={440}
      schema={schema}
      defaults={
        variable ? { ...variable, type: TYPES[surveyKind(variable.type)], values: variable.values ?? [] } : EMPTY
      }
      submit={async (kept: SurveyVar) => ({ ok: true, data: kept })}
      onSaved={onKeep}
      submitLabel={t(variable ? "survey.keep" : "common.add")}
    >
      <TextField name="name" label={t("survey.name")} help={t("survey.nameHelp")} required mono />
      <TextField name="title" label={t("survey.title")} help={t("survey.titleHelp")} required />
      <TextField name="description" label={t("survey.description")} />
      <RadioTabs
        name="type"
        label={t("survey.type")}
        options={KINDS.map((kind) => ({ value: TYPES[kind], label: t(`survey.types.${kind}`) }))}
      />
      <EnumValues />
      <CheckboxField name="required" label={t("survey.requiredLabel")} />
    </FormDialog>
  );
}

function EnumValues() {
  const t = useTranslations("survey");
  const type = useWatch<Values, "type">({ name: "type" });
  if (type !== "enum") return null;
  return (
    <KeyValueField
      name="values"
      label={t("values")}
      nameLabel={t("valueName")}
      valueLabel={t("value")}
      addLabel={t("addValue")}
      required
    />
  );
}
