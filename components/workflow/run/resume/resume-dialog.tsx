import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { api } from "@/components/api-client";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { FormDialog } from "@/components/form/form-dialog";
import { useApiResult } from "@/components/form/use-api-result";
import { AnswerField } from "@/components/survey/answer-field";
import { secretsOf } from "@/components/survey/secret-answers";
import { openTask } from "@/components/task/open-task";
import { placed } from "@/components/task/start/new-task-schema";
import { usePermission } from "@/components/task/use-permission";
import {
  askedSecrets,
  FATES,
  type Resumed,
  type ResumeValues,
  resumeSchema,
  resumeValues,
} from "@/components/workflow/run/resume/resume-values";
import type { ActionResult } from "@/lib/operation/result";
import type { Task } from "@/lib/queue/schema";
import type { TaskDetail } from "@/lib/task/schema";
import type { ResumeInput } from "@/lib/task/schema/workflow";

type ResumeDialogProps = {
  task: Pick<TaskDetail, "id" | "project_id" | "template_id">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** While the run loads. */
const NOTHING: Resumed = {
  run: { graph: { nodes: [], edges: [] }, templates: [], nodes: [], origin_id: null, secrets: null, stopping: false },
  secrets: [],
};

/** Asks from where an ended run is to be resumed, and starts the new run. */
export function ResumeDialog({ task, open, onOpenChange }: ResumeDialogProps) {
  const t = useTranslations("workflow.resume");
  const notStarted = useTranslations("task.start")("notStarted");
  const resultOf = useApiResult();
  const [resumed, setResumed] = useState(NOTHING);
  const { id: taskId, project_id: projectId, template_id: templateId } = task;

  async function defaults(): Promise<ResumeValues> {
    const [run, template] = await Promise.all([
      api("GET /project/:projectId/tasks/:taskId/nodes", { params: { projectId, taskId } }),
      api("GET /project/:projectId/templates/:templateId", { params: { projectId, templateId } }),
    ]);
    const loaded = { run, secrets: secretsOf(template.survey_vars) };
    setResumed(loaded);
    return resumeValues(loaded);
  }

  async function submit(body: z.input<typeof ResumeInput>): Promise<ActionResult<Task>> {
    const answer = api("POST /project/:projectId/tasks/:taskId/resume", { params: { projectId, taskId }, body });
    return placed(await resultOf<Task>(answer), { survey_vars: resumed.secrets });
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${t("resume")}: #${taskId}`}
      description={t("help")}
      width={520}
      schema={resumeSchema(resumed)}
      defaults={defaults}
      submit={submit}
      submitLabel={t("resume")}
      failureTitle={notStarted}
      onSaved={({ id }) => openTask(id)}
    >
      <FromFields />
      <SecretFields resumed={resumed} />
    </FormDialog>
  );
}

/** The run has lost them. */
function SecretFields({ resumed }: { resumed: Resumed }) {
  const from = useWatch<ResumeValues, "from">({ name: "from" });
  const nodes = useWatch<ResumeValues, "nodes">({ name: "nodes" });
  return askedSecrets(resumed, { from, nodes }).map(({ variable, index }) => (
    <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
  ));
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
