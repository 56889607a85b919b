import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { AnswerField } from "@/components/survey/answer-field";
import { AdvancedFields } from "@/components/task/start/advanced-fields";
import { BuildField } from "@/components/task/start/build-field";
import { LaunchFields } from "@/components/task/start/launch-fields";
import type { TaskStart } from "@/components/task/start/load-start";
import { differsFromDefaults, type PreviousTask, undeclaredAnswers } from "@/components/task/start/new-task-values";
import { SameCommitField } from "@/components/task/start/same-commit-field";
import { Alert } from "@/components/ui/alert";
import { plansFirst } from "@/lib/protocol/app";
import { lacksBuild, mayApprove } from "@/lib/task/rules";
import { launchFieldsOf, launchMode } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

type NewTaskFieldsProps = { start: TaskStart; previous: PreviousTask | null; mayManage: boolean };

/** Shows only what the template and the user's role allow. */
export function NewTaskFields({ start, previous, mayManage }: NewTaskFieldsProps) {
  const { template } = start;
  const fields = (wanted: "ask" | "allowed") =>
    new Set(launchFieldsOf(template).filter((field) => launchMode(template, field, { mayManage }) === wanted));
  const asked = fields("ask");
  const allowed = fields("allowed");
  return (
    <>
      {previous && <GivenAgain {...{ template, previous, mayManage }} />}
      {asked.has("build_task_id") && <BuildField start={start} required />}
      {(template.survey_vars ?? []).map((variable, index) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
      {previous?.commit_hash && mayManage && (
        <SameCommitField hash={previous.commit_hash} message={previous.commit_message} />
      )}
      <LaunchFields start={start} fields={asked} />
      {plansFirst(template.app) && mayApprove(template, { mayManage }) && <AutoApproveField template={template} />}
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

type GivenAgainProps = { template: Template; previous: PreviousTask; mayManage: boolean };

/** What the dialog has no field for: a manager passes it again, others can't; and a build that is gone. */
function GivenAgain({ template, previous, mayManage }: GivenAgainProps) {
  const t = useTranslations();
  const undeclared = Object.keys(undeclaredAnswers({ template, previous, mayManage: true }));
  const playbook = previous.playbook === template.playbook ? "" : previous.playbook;
  const inputs = [...undeclared, playbook].filter(Boolean).join(", ");
  return (
    <>
      {lacksBuild(previous) && <Alert variant="amber">{t("errors.buildDeleted")}</Alert>}
      {inputs && (
        <Alert variant={mayManage ? "info" : "amber"}>
          {t(mayManage ? "task.form.givenAgain" : "task.form.notGivenAgain", { inputs })}
        </Alert>
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
