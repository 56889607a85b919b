import { useTranslations } from "next-intl";
import { FormRow, FormSection } from "@/components/form/form-section";
import { StringListField } from "@/components/form/list/string-list-field";
import { SurveyField } from "@/components/survey/survey-field";
import { ArgumentsField } from "@/components/template/form/arguments-field";
import type { FormResources } from "@/components/template/form/form-resources";
import { VaultsField } from "@/components/template/form/vaults-field";
import { appFamily } from "@/lib/protocol/app";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";

const INIT_EXAMPLE = "-backend-config=prod.hcl";

/** What goes into a task. */
type InputsSectionProps = { projectId: number; resources: FormResources };

export function InputsSection({ projectId, resources }: InputsSectionProps) {
  const t = useTranslations("template.form");
  return (
    <FormSection title={t("inputs")}>
      <SurveyField name="survey_vars" />
      {appFamily(resources.app.id) === "ansible" && <VaultsField projectId={projectId} keys={resources.keys} />}
      {appFamily(resources.app.id) === "ansible" && <DefaultFilters />}
      {resources.app.id !== WORKFLOW_APP && (
        <ArgumentsField
          name="arguments"
          label={t("arguments")}
          help={t("argumentsHelp")}
          placeholder={t("argumentsPlaceholder")}
        />
      )}
      {appFamily(resources.app.id) === "terraform" && (
        <ArgumentsField
          name="init_arguments"
          label={t("initArguments")}
          help={t("initArgumentsHelp")}
          placeholder={INIT_EXAMPLE}
        />
      )}
    </FormSection>
  );
}

/** Which hosts and tasks a playbook is limited to. */
function DefaultFilters() {
  const t = useTranslations();
  const help = t("template.form.defaultsHelp");
  return (
    <>
      <StringListField name="task_params.limit" label={t("task.form.limit")} help={help} placeholder="web1" />
      <FormRow>
        <StringListField name="task_params.tags" label={t("task.form.tags")} help={help} />
        <StringListField name="task_params.skip_tags" label={t("task.form.skipTags")} help={help} />
      </FormRow>
    </>
  );
}
