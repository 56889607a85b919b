import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { api } from "@/components/api-client";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import type { PartFormProps } from "@/components/integration/part/part-list";
import { SourceFields } from "@/components/integration/part/source-fields";
import { createMatcher, updateMatcher } from "@/lib/integration/actions";
import { type Matcher, MatcherInput, METHODS } from "@/lib/integration/schema";
import type { ActionResult } from "@/lib/operation/result";

const BLANK = {
  name: "",
  match_type: "body" as const,
  body_data_type: "json" as const,
  key: "",
  method: "equals" as const,
  value: "",
};

export function MatcherForm({ projectId, integrationId, item, ...dialog }: PartFormProps<Matcher>) {
  const t = useTranslations();

  function submit(input: MatcherInput): Promise<ActionResult<unknown>> {
    const body = { ...input, body_data_type: input.match_type === "body" ? input.body_data_type : ("" as const) };
    return item
      ? updateMatcher({ projectId, integrationId, matcherId: item.id }, body)
      : createMatcher({ projectId, integrationId }, body);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(item ? "integration.editMatcher" : "integration.newMatcher")}
      width={450}
      schema={MatcherInput}
      defaults={item ?? BLANK}
      reload={
        item
          ? () =>
              api("GET /project/:projectId/integrations/:integrationId/matchers/:matcherId", {
                params: { projectId, integrationId, matcherId: item.id },
              })
          : undefined
      }
      submit={submit}
      submitLabel={item ? undefined : t("common.create")}
    >
      <MatcherFields />
    </FormDialog>
  );
}

function MatcherFields() {
  const t = useTranslations("integration");
  const source: string = useWatch({ name: "match_type" });
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <SourceFields name="match_type" label={t("matchOn")} typeLabel={t("bodyDataFormat")} />
      <TextField
        name="key"
        label={t("key")}
        required
        mono
        maxLength={1000}
        help={t(source === "header" ? "headerKeyHelp" : "bodyKeyHelp")}
      />
      <SelectField
        name="method"
        label={t("method")}
        required
        options={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      <TextField name="value" label={t("value")} required mono />
    </>
  );
}
