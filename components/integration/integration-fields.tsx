import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { AppIcon } from "@/components/app/app-icon";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { sendsHeader, type TemplateChoice } from "@/components/integration/integration-form-schema";
import { TaskParamFields } from "@/components/integration/task-param-fields";
import { PasswordKeyField } from "@/components/key/password-key-field";
import type { KeyChoice } from "@/components/key/use-key-options";
import { AUTH_METHODS } from "@/lib/integration/schema";

type IntegrationFieldsProps = { templates: TemplateChoice[]; keys: KeyChoice[] };

export function IntegrationFields({ templates, keys }: IntegrationFieldsProps) {
  const t = useTranslations("integration");
  const method: (typeof AUTH_METHODS)[number] = useWatch({ name: "auth_method" });
  const templateId: number | null = useWatch({ name: "template_id" });
  const template = templates.find(({ id }) => id === templateId);
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <SelectField
        name="template_id"
        label={t("taskTemplate")}
        options={templates.map(({ id, name, app }) => ({ value: id, label: name, icon: <AppIcon app={app} /> }))}
        clearable
      />
      <SelectField
        name="auth_method"
        label={t("authMethod")}
        options={AUTH_METHODS.map((value) => ({ value, label: t(`authMethods.${value || "none"}`) }))}
        help={method === "" && t("noAuthHelp")}
      />
      {sendsHeader(method) && (
        <TextField
          name="auth_header"
          label={t("authHeader")}
          help={t(`authHeaderHelp.${method}`)}
          mono
          maxLength={255}
        />
      )}
      {method !== "" && (
        <PasswordKeyField name="auth_secret_id" label={t("secret")} help={t("secretHelp")} keys={keys} clearable />
      )}
      <CheckboxField name="accept_get" label={t("acceptGet")} help={t("acceptGetHelp")} />
      {template && <TaskParamFields template={template} />}
    </>
  );
}
