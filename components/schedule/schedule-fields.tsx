import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { AppIcon } from "@/components/app/app-icon";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { FAILURE } from "@/components/form/form-failure";
import { GuidedFields } from "@/components/schedule/cron/guided-fields";
import { RunPreview } from "@/components/schedule/cron/run-preview";
import { MODES, type Mode } from "@/components/schedule/schedule-form-schema";
import { checkProblem } from "@/lib/drift/rules";
import { OVERLAPS } from "@/lib/schedule/schema";

/** The fields of a template that selects need. */
export type TemplateChoice = { id: number; name: string; app: string; type: string };

type ScheduleFieldsProps = {
  projectId: number;
  templates: TemplateChoice[];
  /** The task options. */
  children: ReactNode;
};

export function ScheduleFields({ projectId, templates, children }: ScheduleFieldsProps) {
  const t = useTranslations("schedule");
  const { clearErrors } = useFormContext();
  const active: boolean = useWatch({ name: "active" });
  const templateId: number | null = useWatch({ name: "template_id" });
  const checks: boolean = useWatch({ name: "check" });
  const template = templates.find(({ id }) => id === templateId);
  const overlaps = OVERLAPS.map((value) => ({ value, label: t(`overlaps.${value}`) }));
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <SelectField
        name="template_id"
        label={t("template")}
        required
        options={templates.map(({ id, name, app }) => ({ value: id, label: name, icon: <AppIcon app={app} /> }))}
        help={templates.length === 0 && t("noTemplates")}
      />
      {template && (checks || checkProblem(template) === null) && (
        <CheckboxField name="check" label={t("check")} help={t("checkHelp")} />
      )}
      {children}
      <RadioTabs
        name="mode"
        label={t("mode")}
        options={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
        onPick={() => clearErrors([FAILURE, "once_at", "cron_format"])}
      />
      <TimingFields />
      <SelectField name="overlap" label={t("overlap")} options={overlaps} />
      <CheckboxField name="active" label={t("enabled")} />
      {active && <RunPreview projectId={projectId} />}
    </>
  );
}

function TimingFields() {
  const t = useTranslations("schedule");
  const mode: Mode = useWatch({ name: "mode" });
  const zone: string | null = useWatch({ name: "timezone" });
  const zones = useMemo(() => zoneNames(zone).map((value) => ({ value, label: value })), [zone]);
  if (mode === "once") return <TextField name="once_at" label={t("onceAt")} required type="datetime-local" />;
  return (
    <>
      {mode === "guided" ? (
        <GuidedFields />
      ) : (
        <TextField name="cron_format" label={t("cron")} required mono maxLength={200} help={t("cronHelp")} />
      )}
      <SelectField
        name="timezone"
        label={t("timezone")}
        options={zones}
        placeholder={t("serverZone")}
        clearable
        searchable
      />
    </>
  );
}

/** The browser's time zones, plus UTC and the selected one. */
function zoneNames(chosen: string | null): string[] {
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  if (chosen) names.add(chosen);
  return [...names];
}
