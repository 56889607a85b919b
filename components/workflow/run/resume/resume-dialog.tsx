import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { api } from "@/components/api-client";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { FormDialog } from "@/components/form/form-dialog";
import { useApiResult } from "@/components/form/use-api-result";
import { AnswerField } from "@/components/survey/answer-field";
import { openTask } from "@/components/task/open-task";
import { usePermission } from "@/components/task/use-permission";
import {
  FATES,
  type ResumeValues,
  resumeSchema,
  resumeValues,
  secretsOf,
} from "@/components/workflow/run/resume/resume-values";
import type { TaskDetail } from "@/lib/task/schema";
import type { SurveyVar } from "@/lib/template/schema";

type ResumeDialogProps = {
  task: Pick<TaskDetail, "id" | "project_id" | "template_id">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks from where an ended run is to be resumed, and starts the new run. */
export function ResumeDialog({ task, open, onOpenChange }: ResumeDialogProps) {
  const t = useTranslations("workflow.resume");
  const resultOf = useApiResult();
  const [secrets, setSecrets] = useState<SurveyVar[]>([]);
  const { id: taskId, project_id: projectId, template_id: templateId } = task;

  async function defaults(): Promise<ResumeValues> {
    const [run, template] = await Promise.all([
      api("GET /project/:projectId/tasks/:taskId/nodes", { params: { projectId, taskId } }),
      api("GET /project/:projectId/templates/:templateId", { params: { projectId, templateId } }),
    ]);
    const asked = secretsOf(template.survey_vars);
    setSecrets(asked);
    return resumeValues(run, asked);
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${t("resume")}: #${taskId}`}
      description={t("help")}
      width={520}
      schema={resumeSchema(secrets)}
      defaults={defaults}
      submit={(body) =>
        resultOf(api("POST /project/:projectId/tasks/:taskId/resume", { params: { projectId, taskId }, body }))
      }
      submitLabel={t("resume")}
      onSaved={({ id }) => openTask(id)}
    >
      <FromFields />
      {secrets.map((variable, index) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
    </FormDialog>
  );
}

const FATE_LABELS = { again: "resume.again", done: "resume.done", skip: "run.skip" } as const;

function FromFields() {
  const t = useTranslations("workflow.resume");
  const workflow = useTranslations("workflow");
  const mayManage = usePermission("manageResources");
  const from = useWatch<ResumeValues, "from">({ name: "from" });
  const nodes = useWatch<ResumeValues, "nodes">({ name: "nodes" });
  const hasFailed = nodes.some(({ failed }) => failed);
  const options = (["failed", "chosen", "start"] as const).filter((value) => value !== "failed" || hasFailed);
  return (
    <>
      <RadioTabs name="from" label={t("from")} options={options.map((value) => ({ value, label: t(value) }))} />
      {from === "chosen" && (
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t("nodes")}</legend>
          {nodes.map(({ key, name }, index) => (
            <CheckboxField key={key} name={`nodes.${index}.chosen`} label={name} />
          ))}
        </fieldset>
      )}
      {from === "failed" &&
        mayManage &&
        nodes.map(
          ({ key, name, failed }, index) =>
            failed && (
              <SelectField
                key={key}
                name={`nodes.${index}.fate`}
                label={name}
                options={FATES.map((fate) => ({ value: fate, label: workflow(FATE_LABELS[fate]) }))}
              />
            ),
        )}
    </>
  );
}
