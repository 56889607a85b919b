import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { AnswerField } from "@/components/survey/answer-field";
import { AdvancedFields } from "@/components/task/start/advanced-fields";
import { BuildField } from "@/components/task/start/build-field";
import { LaunchFields } from "@/components/task/start/launch-fields";
import type { TaskStart } from "@/components/task/start/load-start";
import { differsFromDefaults, type PreviousTask } from "@/components/task/start/new-task-values";
import { SameCommitField } from "@/components/task/start/same-commit-field";
import { plansFirst } from "@/lib/protocol/app";
import { mayApprove } from "@/lib/task/rules";
import { launchFieldsOf, launchMode } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

type NewTaskFieldsProps = { start: TaskStart; previous: PreviousTask | null; mayManage: boolean };

/** Shows only what the template and the user's role allow. */
export function NewTaskFields({ start, previous, mayManage }: NewTaskFieldsProps) {
  const { template } = start;
  const fields = (wanted: "ask" | "allowed") =>
    new Set(launchFieldsOf(template).filter((field) => launchMode(template, field, mayManage) === wanted));
  const asked = fields("ask");
  const allowed = fields("allowed");
  return (
    <>
      {asked.has("build_task_id") && <BuildField start={start} required />}
      {(template.survey_vars ?? []).map((variable, index) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
      {previous?.commit_hash && mayManage && (
        <SameCommitField hash={previous.commit_hash} message={previous.commit_message} />
      )}
      <LaunchFields start={start} fields={asked} />
      {plansFirst(template.app) && mayApprove(template, mayManage) && <AutoApproveField template={template} />}
      {allowed.size > 0 && (
        <AdvancedFields
          startsOpen={differsFromDefaults(allowed, { template, previous, newestBuildId: null, mayManage })}
        >
          {allowed.has("build_task_id") && <BuildField start={start} />}
          <LaunchFields start={start} fields={allowed} />
        </AdvancedFields>
      )}
    </>
  );
}

function AutoApproveField({ template }: { template: Template }) {
  const t = useTranslations("task.form");
  return (
    <CheckboxField
      name="auto_approve"
      label={t("autoApprove")}
      help={t(template.auto_approve ? "autoApproveByTemplate" : "autoApproveHelp")}
      disabled={template.auto_approve}
    />
  );
}
