import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { api } from "@/components/api-client";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import type { PartFormProps } from "@/components/integration/part/part-list";
import { SourceFields } from "@/components/integration/part/source-fields";
import { createValue, updateValue } from "@/lib/integration/actions";
import { type ExtractValue, ValueInput } from "@/lib/integration/schema";
import type { ActionResult } from "@/lib/operation/result";

const BLANK = { name: "", value_source: "body" as const, body_data_type: "json" as const, key: "", variable: "" };

export function ValueForm({ projectId, integrationId, item, ...dialog }: PartFormProps<ExtractValue>) {
  const t = useTranslations();

  function submit(input: ValueInput): Promise<ActionResult<unknown>> {
    const body = { ...input, body_data_type: input.value_source === "body" ? input.body_data_type : ("" as const) };
    return item
      ? updateValue({ projectId, integrationId, valueId: item.id }, body)
      : createValue({ projectId, integrationId }, body);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(item ? "integration.editValue" : "integration.newValue")}
      width={450}
      schema={ValueInput}
      defaults={item ?? BLANK}
      reload={
        item
          ? () =>
              api("GET /project/:projectId/integrations/:integrationId/values/:valueId", {
                params: { projectId, integrationId, valueId: item.id },
              })
          : undefined
      }
      submit={submit}
      submitLabel={item ? undefined : t("common.create")}
    >
      <ValueFields />
    </FormDialog>
  );
}

function ValueFields() {
  const t = useTranslations("integration");
  const source: string = useWatch({ name: "value_source" });
  const format: string = useWatch({ name: "body_data_type" });
  const whole = source === "body" && format === "string";
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <SourceFields name="value_source" label={t("valueSource")} typeLabel={t("bodyDataType")} />
      <TextField
        name="key"
        label={t("key")}
        required={!whole}
        mono
        maxLength={1000}
        help={t(whole ? "wholeBodyHelp" : source === "header" ? "headerKeyHelp" : "bodyKeyHelp")}
      />
      <TextField name="variable" label={t("variable")} required mono maxLength={255} help={t("variableHelp")} />
    </>
  );
}
