import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { FormSection } from "@/components/form/form-section";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";
import { useTaskFieldName } from "@/components/template/task-field-name";
import { Label } from "@/components/ui/label";
import { LAUNCH_MODES, type LaunchField, launchFieldsOf, standardOf } from "@/lib/template/rules/launch";

/** What users may set when they start a task: a row for each field of the template. */
export function LaunchSection({ app }: { app: string }) {
  const t = useTranslations("template.form.launch");
  const type = useWatch<TemplateFormValues, "type">({ name: "type" });
  const nameOf = useTaskFieldName();
  return (
    <FormSection title={t("title")} description={t("help")}>
      <ModeLegend />
      <ul className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {launchFieldsOf({ app, type }).map((field) => (
          <li key={field}>
            <ModeField field={field} label={nameOf(field, app)} />
          </li>
        ))}
      </ul>
      <CheckboxField name="always_ask" label={t("alwaysAsk")} help={t("alwaysAskHelp")} />
    </FormSection>
  );
}

/** Explains each choice. */
function ModeLegend() {
  const t = useTranslations("template.form.launch");
  return (
    <dl className="grid gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      {(["managers", ...LAUNCH_MODES] as const).map((mode) => (
        <div key={mode} className="contents">
          <dt className="font-medium max-sm:-mb-1">{t(`modes.${mode}`)}</dt>
          <dd className="text-muted-foreground max-sm:mb-1">{t(`modesHelp.${mode}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ModeField({ field, label }: { field: LaunchField; label: string }) {
  const t = useTranslations("template.form.launch");
  const id = useId();
  const name = `launch.${field}` as const;
  const { field: control } = useController<TemplateFormValues, typeof name>({ name });
  const standard = standardOf(field);
  const modes = standard === "managers" ? ([standard, ...LAUNCH_MODES] as const) : LAUNCH_MODES;
  const options = modes.map((value) => ({ value, label: t(`modes.${value}`) }));
  return (
    <div data-field={name} className="flex items-center justify-between gap-3">
      <Label htmlFor={id} className="min-w-0 font-normal">
        {/* The template's own fields have the same names. */}
        <span className="sr-only">{t("title")}: </span>
        {label}
      </Label>
      <PlainSelect
        ref={control.ref}
        control={{ id }}
        options={options}
        chosen={options.find(({ value }) => value === (control.value ?? standard))}
        onPick={({ value }) => control.onChange(value === standard ? null : value)}
        placeholder=""
        className="w-40 shrink-0"
      />
    </div>
  );
}
