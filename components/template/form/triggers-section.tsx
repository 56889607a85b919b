import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { NumberField } from "@/components/form/field/number-field";
import { FormSection } from "@/components/form/form-section";
import { CommitCheckFields } from "@/components/template/form/commit-check/commit-check-fields";
import type { FormResources } from "@/components/template/form/form-resources";
import { plansFirst } from "@/lib/protocol/app";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";

/** What triggers tasks, their limits, and alerts. */
export function TriggersSection({ resources }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const isWorkflow = resources.app.id === WORKFLOW_APP;
  return (
    <FormSection title={t("when")}>
      {!isWorkflow && <CommitCheckFields repositories={resources.repositories} />}
      {plansFirst(resources.app.id) && (
        <CheckboxField name="auto_approve" label={t("autoApprove")} help={t("autoApproveHelp")} />
      )}
      <CheckboxField name="allow_parallel_tasks" label={t("allowParallel")} help={t("allowParallelHelp")} />
      <CheckboxField name="suppress_success_alerts" label={t("suppressAlerts")} />
      {!isWorkflow && (
        <NumberField
          name="timeout_seconds"
          label={t("timeout")}
          help={t("timeoutHelp")}
          placeholder={t("noTimeout")}
          suffix={t("seconds")}
          emptyValue={0}
          className="max-w-60"
        />
      )}
    </FormSection>
  );
}
