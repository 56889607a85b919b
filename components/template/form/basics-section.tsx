import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useCreatable } from "@/components/create/create-context";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextAreaField } from "@/components/form/field/text-area-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow, FormSection } from "@/components/form/form-section";
import { StringListField } from "@/components/form/list/string-list-field";
import type { FormResources } from "@/components/template/form/form-resources";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";
import { typeKey } from "@/components/template/type-icon";
import { TEMPLATE_TYPES } from "@/lib/template/rules";

/** Name and kind. */
export function BasicsSection({ resources }: { resources: FormResources }) {
  const t = useTranslations("template");
  return (
    <FormSection title={t("form.what")}>
      <RadioTabs
        name="type"
        label={t("form.type")}
        options={TEMPLATE_TYPES.map((type) => ({ value: type, label: t(`types.${typeKey(type)}`) }))}
      />
      <TypeFields resources={resources} />
      <FormRow>
        <TextField name="name" label={t("form.name")} required />
        <ViewField views={resources.views} />
      </FormRow>
      <StringListField name="labels" label={t("labels")} help={t("form.labelsHelp")} mono={false} />
      <TextAreaField name="description" label={t("form.description")} rows={2} />
    </FormSection>
  );
}

function ViewField({ views }: { views: FormResources["views"] }) {
  const t = useTranslations();
  const { known, create } = useCreatable(views, t("view.add"), (onCreated) => ({ kind: "view", onCreated }));
  return (
    <SelectField
      name="view_id"
      label={t("template.form.view")}
      options={known.map(({ id, title }) => ({ value: id, label: title }))}
      create={create}
      clearable
      placeholder={t("template.form.noView")}
    />
  );
}

function TypeFields({ resources }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const type = useWatch<TemplateFormValues, "type">({ name: "type" });
  if (type === "build") {
    return (
      <TextField
        name="start_version"
        label={t("startVersion")}
        help={t("startVersionHelp")}
        placeholder="0.0.0"
        required
        mono
      />
    );
  }
  if (type !== "deploy") return null;
  const options = resources.buildTemplates
    .toSorted((a, b) => a.type.localeCompare(b.type))
    .map((template) => ({
      value: template.id,
      label: template.name,
      group: t(template.type === "build" ? "buildTemplates" : "deployTemplates"),
    }));
  return (
    <>
      <SelectField
        name="build_template_id"
        label={t("buildTemplate")}
        help={options.length === 0 ? t("noBuildTemplate") : undefined}
        options={options}
        required
      />
      <CheckboxField name="autorun" label={t("autorun")} help={t("autorunHelp")} />
    </>
  );
}
