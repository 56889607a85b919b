import { useTranslations } from "next-intl";
import { z } from "zod";
import { FormDialog } from "@/components/form/form-dialog";
import { AnswerField } from "@/components/survey/answer-field";
import { missingSecrets, type SecretAnswers, secretText } from "@/components/survey/secret-answers";
import { openTask } from "@/components/task/open-task";
import { placed } from "@/components/task/start/new-task-schema";
import type { ActionResult } from "@/lib/operation/result";
import type { Task } from "@/lib/queue/schema";
import type { SurveyVar } from "@/lib/template/schema";

type RerunDialogProps = {
  /** Whose answers the task had. */
  secrets: SurveyVar[];
  label: string;
  description: string;
  send: (secret: string) => Promise<ActionResult<Task>>;
  onOpenChange: (open: boolean) => void;
};

/** Asks for the secret answers that a task has lost, and starts it again. */
export function RerunDialog({ secrets, label, description, send, onOpenChange }: RerunDialogProps) {
  const t = useTranslations("task.start");
  const asked = secrets.map((variable, index) => ({ variable, index }));
  const schema: z.ZodType<string, SecretAnswers> = z
    .custom<SecretAnswers>()
    .superRefine((values, context) => {
      for (const path of missingSecrets(asked, values))
        context.addIssue({ code: "custom", path, message: "variableRequired" });
    })
    .transform((values) => secretText(asked, values));

  return (
    <FormDialog
      open
      onOpenChange={onOpenChange}
      title={label}
      description={description}
      width={520}
      schema={schema}
      defaults={{ answers: secrets.map(() => ({ value: "" })) }}
      submit={async (secret: string) => placed(await send(secret), { survey_vars: secrets })}
      submitLabel={label}
      failureTitle={t("notStarted")}
      onSaved={({ id }) => openTask(id)}
    >
      {asked.map(({ variable, index }) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
    </FormDialog>
  );
}
