import { z } from "zod";
import { FormDialog } from "@/components/form/form-dialog";
import { AnswerField } from "@/components/survey/answer-field";
import { missingSecrets, type SecretAnswers, secretText } from "@/components/survey/secret-answers";
import { openTask } from "@/components/task/open-task";
import { placeOfAnswers } from "@/components/task/start/new-task-schema";
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
  const asked = secrets.map((variable, index) => ({ variable, index }));
  const schema: z.ZodType<string, SecretAnswers> = z
    .custom<SecretAnswers>()
    .superRefine((values, context) => {
      for (const path of missingSecrets(asked, values))
        context.addIssue({ code: "custom", path, message: "variableRequired" });
    })
    .transform((values) => secretText(asked, values));

  async function submit(secret: string): Promise<ActionResult<Task>> {
    const result = await send(secret);
    if (result.ok) return result;
    const fields = placeOfAnswers({ survey_vars: secrets }, result.failure.fields);
    return { ok: false, failure: { ...result.failure, fields } };
  }

  return (
    <FormDialog
      open
      onOpenChange={onOpenChange}
      title={label}
      description={description}
      width={520}
      schema={schema}
      defaults={{ answers: secrets.map(() => ({ value: "" })) }}
      submit={submit}
      submitLabel={label}
      onSaved={({ id }) => openTask(id)}
    >
      {asked.map(({ variable, index }) => (
        <AnswerField key={variable.name} name={`answers.${index}.value`} variable={variable} />
      ))}
    </FormDialog>
  );
}
