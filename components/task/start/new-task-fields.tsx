"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { StringListField } from "@/components/form/list/string-list-field";
import { AnswerField } from "@/components/survey/answer-field";
import { AdvancedFields } from "@/components/task/start/advanced-fields";
import { BuildField } from "@/components/task/start/build-field";
import type { TaskStart } from "@/components/task/start/load-start";
import type { FormerTask } from "@/components/task/start/new-task-values";
import { SameCommitField } from "@/components/task/start/same-commit-field";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import type { Template } from "@/lib/template/schema";

type NewTaskFieldsProps = { start: TaskStart; former: FormerTask | null; mayManage: boolean };

/** Only what the template and the reader's role allow. */
export function NewTaskFields({ start, former, mayManage }: NewTaskFieldsProps) {
  const t = useTranslations("task.form");
  const { template, builds } = start;
  return (
    <>
      {template.type === "deploy" && <BuildField projectId={template.project_id} template={template} builds={builds} />}
      {(template.survey_vars ?? []).map((variable, index) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
      {former?.commit_hash && mayManage && (
        <SameCommitField hash={former.commit_hash} message={former.commit_message} />
      )}
      <TextField name="message" label={t("message")} placeholder={t("messagePlaceholder")} maxLength={2000} />
      <AppSwitches template={template} mayManage={mayManage} />
      {template.allow_override_args_in_task && (
        <StringListField
          name="arguments"
          label={t("arguments")}
          help={t("argumentsHelp")}
          placeholder={t("argumentsPlaceholder")}
        />
      )}
      {mayManage && <AdvancedFields template={template} />}
    </>
  );
}

function AppSwitches({ template, mayManage }: { template: Template; mayManage: boolean }) {
  const t = useTranslations("task.form");
  if (appFamily(template.app) === "ansible") {
    return (
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <CheckboxField name="debug" label={t("debug")} />
        <CheckboxField name="dry_run" label={t("dryRun")} />
        <CheckboxField name="diff" label={t("diff")} />
      </div>
    );
  }
  if (!plansFirst(template.app)) return null;
  return (
    <div className="flex flex-col gap-2">
      <CheckboxField name="plan" label={t("plan")} help={t("planHelp")} />
      {(mayManage || template.auto_approve) && (
        <CheckboxField
          name="auto_approve"
          label={t("autoApprove")}
          help={t(template.auto_approve ? "autoApproveByTemplate" : "autoApproveHelp")}
          disabled={template.auto_approve}
        />
      )}
    </div>
  );
}
