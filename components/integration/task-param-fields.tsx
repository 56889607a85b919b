import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { StringListField } from "@/components/form/list/string-list-field";
import { shownParams, type TemplateChoice } from "@/components/integration/integration-form-schema";
import { plansFirst } from "@/lib/protocol/app";

const SWITCHES = [
  ["debug", "debug"],
  ["dry_run", "dryRun"],
  ["diff", "diff"],
] as const;

/** Task parameters of the integration, limited to what the application supports and the template allows. */
export function TaskParamFields({ template }: { template: TemplateChoice }) {
  const t = useTranslations();
  const shown = shownParams(template);
  const switches = SWITCHES.filter(([field]) => shown.has(field));
  const planning = plansFirst(template.app);
  if (switches.length === 0 && !planning && !shown.has("arguments")) return null;
  return (
    <fieldset className="flex flex-col gap-3 border-border border-t pt-4">
      <legend className="float-left font-medium text-sm">{t("integration.taskParams")}</legend>
      {switches.length > 0 && (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {switches.map(([field, label]) => (
            <CheckboxField key={field} name={`task.${field}`} label={t(`task.form.${label}`)} />
          ))}
        </div>
      )}
      {shown.has("plan") && (
        <CheckboxField name="task.plan" label={t("task.form.plan")} help={t("task.form.planHelp")} />
      )}
      {planning && (
        <CheckboxField
          name="task.auto_approve"
          label={t("task.form.autoApprove")}
          help={t("task.form.autoApproveHelp")}
        />
      )}
      {shown.has("arguments") && (
        <StringListField
          name="task.arguments"
          label={t("task.form.arguments")}
          help={t("task.form.argumentsHelp")}
          placeholder={t("task.form.argumentsPlaceholder")}
        />
      )}
    </fieldset>
  );
}
