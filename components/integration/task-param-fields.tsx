import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { StringListField } from "@/components/form/list/string-list-field";
import { shownParams, type TemplateChoice } from "@/components/integration/integration-form-schema";
import { hasSwitches, SwitchFields } from "@/components/task/start/switch-fields";
import { plansFirst } from "@/lib/protocol/app";

/** Task parameters of the integration, limited to what the application supports and the template allows. */
export function TaskParamFields({ template }: { template: TemplateChoice }) {
  const t = useTranslations();
  const shown = shownParams(template);
  const planning = plansFirst(template.app);
  if (!hasSwitches(shown) && !planning && !shown.has("arguments")) return null;
  return (
    <fieldset className="flex flex-col gap-3 border-border border-t pt-4">
      <legend className="float-left font-medium text-sm">{t("integration.taskParams")}</legend>
      <SwitchFields fields={shown} within="task" />
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
