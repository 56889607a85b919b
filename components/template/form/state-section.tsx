import { useTranslations } from "next-intl";
import { useFormState, useWatch } from "react-hook-form";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { FormSection } from "@/components/form/form-section";
import type { FormResources } from "@/components/template/form/form-resources";
import { NEW_STATE, type TemplateFormValues } from "@/components/template/form/template-form-schema";
import { Alert } from "@/components/ui/alert";
import { DEFAULT_STACK } from "@/lib/protocol/state";
import { stateKindOf } from "@/lib/state/rules/workspace";

type StateSectionProps = { resources: FormResources; isNew: boolean };

/** Where the code's state is kept: a state of its own, or the one of other templates. */
export function StateSection({ resources, isNew }: StateSectionProps) {
  const t = useTranslations("template.form");
  const copies = isNew && resources.currentState !== null;
  return (
    <FormSection title={t("state")} description={t("stateAbout")}>
      {resources.declaresBackend && <Alert>{t("declaresBackend")}</Alert>}
      {copies ? <CopiedState resources={resources} /> : <StateField resources={resources} />}
      <CodeMoved resources={resources} isNew={isNew} />
      {stateKindOf(resources.app.id) === "pulumi" && (
        <TextField name="stack" label={t("stack")} help={t("stackHelp")} placeholder={DEFAULT_STACK} mono />
      )}
    </FormSection>
  );
}

function StateField({ resources: { states } }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const options = states.map(({ id, name, templates }) => ({
    value: String(id),
    label: name,
    hint: templates.join(", "),
  }));
  return (
    <SelectField
      name="state_id"
      label={t("stateUsed")}
      options={[{ value: NEW_STATE, label: t("stateNew") }, ...options]}
      help={t("stateHelp")}
    />
  );
}

/** Two templates over one folder share a state; a copy for another place must not. Only the user knows which it is. */
function CopiedState({ resources: { states, currentState } }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const name = states.find(({ id }) => id === currentState)?.name ?? "";
  return (
    <RadioTabs
      name="state_id"
      label={t("stateUsed")}
      required
      options={[
        { value: String(currentState), label: t("stateSame", { name }) },
        { value: NEW_STATE, label: t("stateNew") },
      ]}
      help={t("stateCopyHelp")}
    />
  );
}

/** Other code with the same state would destroy what the old code made. */
function CodeMoved({ resources: { currentState }, isNew }: StateSectionProps) {
  const t = useTranslations("template.form");
  const { dirtyFields } = useFormState<TemplateFormValues>({ name: ["repository_id", "playbook"] });
  const chosen = useWatch<TemplateFormValues, "state_id">({ name: "state_id" });
  const isMoved = dirtyFields.repository_id || dirtyFields.playbook;
  if (isNew || !isMoved || currentState === null || chosen !== String(currentState)) return null;
  return <Alert variant="amber">{t("stateStays")}</Alert>;
}
