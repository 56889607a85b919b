"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { StringListField } from "@/components/form/list/string-list-field";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import { appFamily } from "@/lib/protocol/app";

/** What every task of the integration is started with; only what the template's application knows. */
export function TaskParamFields({ template }: { template: TemplateChoice }) {
  const t = useTranslations();
  const family = appFamily(template.app);
  const boxes = family === "ansible" || family === "terraform";
  if (!boxes && !template.allow_override_args_in_task) return null;
  return (
    <fieldset className="flex flex-col gap-3 border-border border-t pt-4">
      <legend className="float-left font-medium text-sm">{t("integration.taskParams")}</legend>
      {family === "ansible" && (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <CheckboxField name="task.debug" label={t("task.form.debug")} />
          <CheckboxField name="task.dry_run" label={t("task.form.dryRun")} />
          <CheckboxField name="task.diff" label={t("task.form.diff")} />
        </div>
      )}
      {family === "terraform" && (
        <>
          <CheckboxField name="task.plan" label={t("task.form.plan")} help={t("task.form.planHelp")} />
          <CheckboxField
            name="task.auto_approve"
            label={t("task.form.autoApprove")}
            help={t("task.form.autoApproveHelp")}
          />
        </>
      )}
      {template.allow_override_args_in_task && (
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
