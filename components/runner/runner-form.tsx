"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { NumberField } from "@/components/form/field/number-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import type { ActionResult } from "@/lib/operation/result";
import { createRunner, updateRunner } from "@/lib/runner/actions";
import { type NewRunner, type Runner, RunnerInput } from "@/lib/runner/schema";

const BLANK = { name: "", webhook: "", max_parallel_tasks: 0, tag: "", active: true };

type Created = z.infer<typeof NewRunner> | undefined;

type RunnerFormProps = {
  /** Null makes a new runner. */
  item: Runner | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** With the new runner and its token, if it was one. */
  onSaved: (created: Created) => void;
};

export function RunnerForm({ item, ...dialog }: RunnerFormProps) {
  const t = useTranslations();

  function submit(input: RunnerInput): Promise<ActionResult<Created>> {
    return item ? updateRunner({ runnerId: item.id }, input) : createRunner({}, input);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(item ? "runner.edit" : "runner.new")}
      schema={RunnerInput}
      defaults={item ? defaultsOf(item) : BLANK}
      submit={submit}
      submitLabel={item ? undefined : t("common.create")}
    >
      <TextField name="name" label={t("runner.name")} required maxLength={200} />
      <TextField
        name="webhook"
        label={t("runner.webhook")}
        help={t("runner.webhookHelp")}
        placeholder={WEBHOOK_EXAMPLE}
        maxLength={2000}
      />
      <NumberField
        name="max_parallel_tasks"
        label={t("runner.maxParallel")}
        help={t("runner.unlimitedHelp")}
        placeholder={t("runner.unlimited")}
        emptyValue={0}
      />
      <TextField name="tag" label={t("runner.tag")} help={t("runner.tagHelp")} maxLength={200} />
      <CheckboxField name="active" label={t("runner.enabled")} help={t("runner.enabledHelp")} />
    </FormDialog>
  );
}

const WEBHOOK_EXAMPLE = "https://…";

const defaultsOf = ({ id, name, webhook, max_parallel_tasks, tag, active }: Runner) => ({
  id,
  name,
  webhook,
  max_parallel_tasks,
  tag,
  active,
});
