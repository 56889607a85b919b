import { useTranslations } from "next-intl";
import type { z } from "zod";
import { api } from "@/components/api-client";
import { EnvironmentFormInput } from "@/components/environment/environment-form-schema";
import { BLANK, valuesOf } from "@/components/environment/environment-values";
import { SecretsField } from "@/components/environment/secrets-field";
import { VariablesField } from "@/components/environment/variables-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { KeyValueField } from "@/components/form/list/key-value-field";
import { handOver } from "@/components/form/use-entity-form";
import { createEnvironment, updateEnvironment } from "@/lib/environment/actions";
import type { Environment } from "@/lib/environment/schema";
import type { ActionResult } from "@/lib/operation/result";

type EnvironmentFormProps = {
  projectId: number;
  /** Null creates a new environment. */
  environmentId: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
  onCreated?: (environment: Environment) => void;
};

export function EnvironmentForm({ projectId, environmentId, onCreated, ...dialog }: EnvironmentFormProps) {
  const t = useTranslations();
  const isNew = environmentId === null;
  const stored = isNew ? undefined : () => loadValues(projectId, environmentId);

  function submit(input: z.output<typeof EnvironmentFormInput>): Promise<ActionResult<unknown>> {
    return isNew
      ? handOver(createEnvironment({ projectId }, input), onCreated)
      : updateEnvironment({ projectId, environmentId }, input);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? "environment.new" : "environment.edit")}
      width={500}
      schema={EnvironmentFormInput}
      defaults={stored ?? BLANK}
      reload={stored}
      submit={submit}
      submitLabel={isNew ? t("common.create") : undefined}
      enterSaves={false}
    >
      <TextField name="name" label={t("environment.name")} required maxLength={255} />
      <VariablesField projectId={projectId} />
      <KeyValueField
        name="env"
        label={t("environment.variables")}
        help={t("environment.variablesHelp")}
        addLabel={t("environment.addVariable")}
      />
      <SecretsField />
    </FormDialog>
  );
}

const loadValues = async (projectId: number, environmentId: number) =>
  valuesOf(await api("GET /project/:projectId/environment/:environmentId", { params: { projectId, environmentId } }));
